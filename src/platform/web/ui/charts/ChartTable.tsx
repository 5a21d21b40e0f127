export type ChartPoint = { label: string; value: number };

export type ChartProps = {
  /** Title of the chart: 'Hours by week'. */
  caption: string;
  points: readonly ChartPoint[];
  /** Formats a value. */
  format?: (value: number) => string;
  /** Height in px. */
  height?: number;
  className?: string;
};

/** The data of a chart as a table for screen readers. */
export function ChartTable({ caption, points, format = String }: ChartProps) {
  return (
    // A table itself grows with its caption, beyond a narrow screen.
    <div className="sr-only">
      <table>
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
    </div>
  );
}
