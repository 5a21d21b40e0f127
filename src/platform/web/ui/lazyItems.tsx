import type { ComponentType } from 'react';
import { lazySoon } from './lazySoon.tsx';
import { MenuItem } from './Menu.tsx';

const NotThere = ({ onRetry }: { onRetry: () => void }) => (
  <MenuItem onSelect={onRetry}>This menu could not be loaded. Try again</MenuItem>
);

/** The inside of a menu, which nobody sees at first; its code comes once the page stands. */
export const lazyItems = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazySoon(load, <p className="px-2.5 py-2 text-sm text-muted">Loading</p>, NotThere);
