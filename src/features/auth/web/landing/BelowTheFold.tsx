import { useEffect } from 'react';
import { Features } from './Features.tsx';
import { Pricing } from './Pricing.tsx';

/** Features and pricing, loaded after the login. */
export function BelowTheFold() {
  useEffect(() => {
    // The address may name a section that was not mounted yet.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <Features />
      <Pricing />
    </>
  );
}
