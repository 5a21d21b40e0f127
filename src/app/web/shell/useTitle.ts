import { useMatches } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../../../platform/contract/product.ts';
import { useChosenTitle } from '../../../platform/web/pageTitle.ts';
import type { PageTitle } from '../../../platform/web/pageTitle.ts';

export const MAIN_ID = 'main';

/** Title and subtitle of the screen: what it chose itself, else its route's. */
export function useTitle(): PageTitle {
  const chosen = useChosenTitle();
  const matches = useMatches();
  if (chosen) return chosen;
  const last = matches.at(-1);
  const { title, subtitle } = last?.staticData ?? {};
  if (title) return { title, subtitle };
  return { title: last?.pathname === '/' ? PRODUCT_NAME : 'Not found' };
}
