# Installs what is missing on a Debian machine. Sourced by ./run and ./test, which set
# `root` to the directory of the repository. Prints one line for each thing it installs,
# and nothing where everything is in place.

say() { echo "${0##*/}: $*" >&2; }

die() {
  say "$@"
  exit 1
}

has() { command -v "$1" >/dev/null; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif has sudo; then
    sudo "$@"
  else
    die "installing packages needs root: install sudo, or run as root: $*"
  fi
}

# Packages to install, collected by `need`.
packages=()

# need COMMAND PACKAGE...: asks for the packages unless the command exists.
need() { has "$1" || packages+=("${@:2}"); }

install_packages() {
  [ ${#packages[@]} -gt 0 ] || return 0
  has apt-get || die "${packages[*]} must be installed first: there is no apt-get to do it"
  say "installing ${packages[*]} with apt-get"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 "${packages[@]}" >/dev/null || die "apt-get could not install ${packages[*]}"
  packages=()
}

# at_least WANTED FOUND: compares versions, such as 1.95 with 1.95.0.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# The oldest Rust that Cargo.toml accepts.
rust_wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")

rust_is_recent() {
  local found
  has cargo || return 1
  found=$(RUSTUP_AUTO_INSTALL=0 rustc --version 2>/dev/null) || return 1
  found=${found#rustc }
  at_least "$rust_wanted" "${found%% *}"
}

# Finds a recent Rust: in PATH, else where rustup installs it (an earlier run of this script may
# have done so, and an older Rust of the system may hide it), else rustup's stable toolchain
# where another one is the default.
find_rust() {
  if rust_is_recent; then return; fi
  PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
  if rust_is_recent; then return; fi
  has rustup || return
  export RUSTUP_TOOLCHAIN=stable
  rust_is_recent
}

# Makes cargo and rustc available, with the linker and the C compiler they need. An existing
# rustup keeps its default toolchain.
setup_rust() {
  local script failure found=yes
  need cc gcc libc6-dev
  # Debian's gcc only recommends the headers of the C library.
  if has cc && has apt-get && [ ! -e /usr/include/stdio.h ]; then packages+=(libc6-dev); fi
  find_rust || found=
  if [ -z "$found" ] && ! has rustup; then need curl curl ca-certificates; fi
  install_packages
  if [ -n "$found" ]; then return; fi

  if has rustup; then
    say "installing the stable toolchain with rustup (Plateau needs Rust $rust_wanted or later)"
    rustup toolchain install stable --profile minimal ||
      die "rustup could not install Rust $rust_wanted or later: see its message above"
  else
    say "installing Rust with rustup into ${CARGO_HOME:-$HOME/.cargo}"
    script=$(mktemp)
    failure=$(curl --proto '=https' --tlsv1.2 -sSfL https://static.rust-lang.org/rustup/rustup-init.sh -o "$script" 2>&1) ||
      die "rustup could not be downloaded (${failure%%$'\n'*}): install Rust $rust_wanted or later, then run $0 again"
    RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$script" -y --quiet --profile minimal >/dev/null ||
      die "rustup could not install Rust $rust_wanted or later: see its message above"
    rm -f "$script"
  fi
  rust_is_recent || die "Rust $rust_wanted or later is needed, but rustup installed $(rustc --version)"
}

# Makes rustfmt and clippy available.
setup_rust_tools() {
  local tool
  for tool in rustfmt clippy; do
    if cargo "${tool/rustfmt/fmt}" --version >/dev/null 2>&1; then continue; fi
    has rustup || die "$tool is missing: install it with the rest of Rust"
    say "installing $tool with rustup"
    rustup --quiet component add "$tool" || die "rustup could not install $tool: see its message above"
  done
}

# Makes everything available that tests run: Graphviz for digraphs, tmux for the full-screen
# game, a browser for the page, man and col for the manual pages, ps and kill for processes,
# and the languages of the page and of the example bots.
setup_test_programs() {
  need dot graphviz
  need tmux tmux
  # A machine that has a browser needs no other one.
  has chromium || need chromium-headless-shell chromium-headless-shell
  need man man-db
  need col bsdextrautils
  need ps procps
  need python3 python3
  need node nodejs
  need npm npm
  need git git
  install_packages
  local node
  node=$(node --version)
  at_least 18 "${node#v}" || die "Node.js 18 or later is needed, but this is $node"
}

# Makes nginx and a TLS client available, for the test behind a proxy.
setup_proxy() {
  # Debian's nginx is not in the PATH of users.
  PATH=$PATH:/usr/sbin
  need nginx nginx
  need openssl openssl
  need kill procps
  install_packages
}

# Makes `cargo deny` available.
setup_cargo_deny() {
  PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
  if cargo deny --version >/dev/null 2>&1; then return; fi
  say "installing cargo-deny with cargo"
  cargo install --quiet --locked cargo-deny || die "cargo could not install cargo-deny: see its message above"
}
