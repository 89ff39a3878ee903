// Where a game was spoilt, as the library judges it.

// The mistakes among the values of a game, each with the ply of its move.
export function mistakesIn(values) {
  return values.flatMap((before, ply) => {
    const after = before?.played;
    return after?.mark ? [{ ply, mark: after.mark, before, after, better: before.best }] : [];
  });
}

// The worst ones, in the order they were played.
export function worst(mistakes, count) {
  const chosen = [...mistakes].sort((a, b) => b.after.lost - a.after.lost).slice(0, count);
  return chosen.sort((a, b) => a.ply - b.ply);
}
