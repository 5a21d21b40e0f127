import { useEffect } from 'react';
import { Features } from './Features.tsx';
import { Pricing } from './Pricing.tsx';

/** What one reads on scrolling down; it comes after the login can be used. */
export function BelowTheFold() {
  useEffect(() => {
    // A link to a part of the page that was opened before the part was there.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <Features />
      <Pricing />
    </>
  );
}
