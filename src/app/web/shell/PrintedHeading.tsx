import { now } from '#platform/web/clock.ts';
import { formatDate } from '#platform/web/format.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { useTitle } from './useTitle.ts';

/** In print it replaces the header of the screen. */
export function PrintedHeading() {
  const { title, subtitle } = useTitle();
  const { businessName, timeZone } = useUser();
  return (
    <div data-printed-heading className="mb-4 hidden print:block">
      <p className="text-xl font-semibold">{title}</p>
      {subtitle && <p>{subtitle}</p>}
      <p className="text-sm">
        {businessName}, printed on {formatDate(now().toISOString(), timeZone)}
      </p>
    </div>
  );
}
