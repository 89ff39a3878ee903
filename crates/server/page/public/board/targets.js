// @ts-check
// Which points stand for which moves.

/**
 * Returns the move that a click on a point makes, if any: a slide of the selected piece, or
 * a placement.
 * @param {Pick<Api.View, "moves">} view
 * @param {number} id
 * @param {number | null} selected
 */
export function findMove({ moves }, id, selected) {
  return moves.find(({ points }) => points.length === 2 && points[0] === selected && points[1] === id)
    ?? moves.find(({ points, also }) => points.length === 1 && (points[0] === id || also?.includes(id)));
}

/**
 * Returns the points that can be clicked now: `targets` are where the selected piece can go,
 * or where a piece can be placed; `sources` are the pieces that can be selected.
 * @param {{ moves: Api.Move[] }} view
 * @param {number | null} selected
 */
export function clickablePoints({ moves }, selected) {
  const slides = moves.filter(move => move.points.length === 2);
  const targets = selected === null
    ? moves.filter(move => move.points.length === 1).map(move => move.points[0])
    : slides.filter(move => move.points[0] === selected).map(move => move.points[1]);
  return { targets, sources: [...new Set(slides.map(move => move.points[0]))] };
}

/**
 * Returns the values to write, by point. With a piece selected these are its slides, else
 * every placement and, on each piece, the best of its slides.
 * @param {{ values: Pick<Api.Analysis, "position" | "moves"> | null, selected: number | null }} board
 * @param {Pick<Api.View, "position" | "moves">} view
 * @returns {Map<number, { value: Api.MoveValue, onPiece: boolean }>}
 */
export function visibleValues({ values, selected }, view) {
  const shown = new Map();
  if (!values || values.position !== view.position) return shown;
  const pointsOf = new Map(view.moves.map(move => [move.text, move.points]));
  // The best move comes first.
  for (const value of values.moves) {
    const points = pointsOf.get(value.move) ?? [];
    if (!points.length) continue;
    const isSlide = points.length === 2;
    if (isSlide && selected !== null && points[0] !== selected) continue;
    const onPiece = isSlide && selected === null;
    const at = onPiece ? points[0] : points[points.length - 1];
    if (!shown.has(at)) shown.set(at, { value, onPiece });
  }
  return shown;
}
