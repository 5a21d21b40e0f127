import type { Highlight } from '#features/search/contract.ts';

/** A text with its matches marked; never interpreted as markup. */
export function HighlightedText({ highlight: { text, ranges, before, after } }: { highlight: Highlight }) {
  const pieces = ranges.map(({ from, to }, index) => ({
    from,
    plain: text.slice(ranges[index - 1]?.to ?? 0, from),
    hit: text.slice(from, to),
  }));
  return (
    <>
      {before && '… '}
      {pieces.map(({ from, plain, hit }) => (
        <span key={from}>
          {plain}
          <mark className="bg-pending text-pending-ink">{hit}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.to ?? 0)}
      {after && ' …'}
    </>
  );
}
