//! Errors of the operating system in words.

use std::io::{self, ErrorKind};

use plateau_core::{Message, Phrase};

use crate::phrases;

/// Returns why an operation on a file or an address failed. Kinds without a phrase of their
/// own keep the text of the system.
pub fn reason(error: &io::Error) -> Message {
    match phrase(error.kind()) {
        Some(phrase) => phrase.message(),
        None => phrases::SYSTEM_ERROR.message().with("text", system_text(error)),
    }
}

/// Returns the reason whose English text was stored.
pub fn stored_reason(text: &str) -> Message {
    let known = phrases::ALL.iter().find(|phrase| phrase.key.starts_with("io.") && phrase.en == text);
    known.map_or_else(|| phrases::SYSTEM_ERROR.message().with("text", text), |phrase| phrase.message())
}

fn phrase(kind: ErrorKind) -> Option<&'static Phrase> {
    Some(match kind {
        ErrorKind::NotFound => &phrases::FILE_NOT_FOUND,
        ErrorKind::PermissionDenied => &phrases::PERMISSION_DENIED,
        ErrorKind::AlreadyExists => &phrases::ALREADY_EXISTS,
        ErrorKind::IsADirectory => &phrases::IS_A_DIRECTORY,
        ErrorKind::NotADirectory => &phrases::NOT_A_DIRECTORY,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => &phrases::STORAGE_FULL,
        ErrorKind::ReadOnlyFilesystem => &phrases::READ_ONLY,
        ErrorKind::InvalidFilename => &phrases::INVALID_FILE_NAME,
        // Only reading a text gives this error.
        ErrorKind::InvalidData => &phrases::NOT_UTF8,
        ErrorKind::AddrNotAvailable => &phrases::NOT_OUR_ADDRESS,
        _ => return None,
    })
}

/// Returns the text of the system without the number that Rust adds.
fn system_text(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use plateau_core::Lang;

    use super::*;

    #[test]
    fn errors_are_described_without_numbers() {
        let both = |error: io::Error| [Lang::En, Lang::Fr].map(|lang| reason(&error).render(lang));
        let missing = std::fs::read("/no such file").unwrap_err();
        assert_eq!(both(missing), ["no such file or directory", "fichier ou dossier introuvable"]);
        assert_eq!(both(io::Error::other("odd")), ["odd", "odd"]);
        for error in [ErrorKind::NotFound.into(), ErrorKind::PermissionDenied.into(), io::Error::other("odd")]
        {
            let reason = reason(&error);
            assert_eq!(stored_reason(&reason.to_string()), reason);
        }
        #[cfg(target_os = "linux")]
        assert_eq!(reason(&io::Error::from_raw_os_error(5)).to_string(), "Input/output error");
    }
}
