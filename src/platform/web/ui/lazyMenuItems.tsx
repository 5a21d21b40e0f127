import type { ComponentType } from 'react';
import { lazyComponent } from './lazyComponent.tsx';
import { MenuItem } from './Menu.tsx';

const LoadError = ({ onRetry }: { onRetry: () => void }) => (
  <MenuItem onSelect={onRetry}>Couldn’t load this menu. Try again</MenuItem>
);

/** Makes the items of a menu a lazy component. */
export const lazyMenuItems = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(load, <p className="px-2.5 py-2 text-sm text-muted">Loading</p>, LoadError);
