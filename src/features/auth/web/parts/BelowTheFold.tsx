import { Features } from './Features.tsx';
import { Pricing } from './Pricing.tsx';

/** What one reads on scrolling down; it comes after the login can be used. */
export function BelowTheFold() {
  return (
    <>
      <Features />
      <Pricing />
    </>
  );
}
