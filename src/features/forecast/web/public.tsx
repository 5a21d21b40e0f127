/** Components of forecasts for other features. */

import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { ForecastSkeleton } from './burnDown/ForecastSkeleton.tsx';

/** How long the units of a client last. For managers. */
export const ForecastPanel = lazyComponent(
  async () => (await import('./burnDown/ForecastPanel.tsx')).ForecastPanel,
  <ForecastSkeleton />,
);
