/** Components of packets for the screens that show them. */
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

export { PacketsSection } from './section/PacketsSection.tsx';

/** 'Would we pass?': the share of visits without a gap by week. For managers. */
export const ReadinessCard = lazyComponent(
  async () => (await import('./card/ReadinessCard.tsx')).ReadinessCard,
  <Skeleton className="h-96" />,
);
