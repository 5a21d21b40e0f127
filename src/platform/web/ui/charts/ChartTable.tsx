export type ChartPoint = { label: string; value: number };

export type ChartProps = {
  /** What is drawn, with its unit: 'Hours by week'. */
  caption: string;
  points: readonly ChartPoint[];
  /** Writes a value; as it is unless given. */
  format?: (value: number) => string;
  /** Height in px. */
  height?: number;
  className?: string;
};

/** The figures behind a drawing, for screen readers. */
export function ChartTable({ caption, points, format = String }: ChartProps) {
  return (
    <table className="sr-only">
      <caption>{caption}</caption>
      <tbody>
        {points.map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            <td>{format(point.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
