/** Context that a menu shares with its content, whose code comes later. */

import { createContext, type KeyboardEvent, type ReactElement, type ReactNode, type RefObject } from 'react';
import type { OpenState } from './openState.ts';

/** The props of the button that opens a menu; spread them on Button or IconButton. */
export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onFocus: () => void;
  onPointerEnter: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

export type MenuProps = {
  label: string;
  trigger: (props: TriggerProps) => ReactElement;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

export type MenuContentProps = OpenState &
  Pick<MenuProps, 'label' | 'align' | 'className' | 'children'> & { trigger: TriggerProps['ref'] };

export type MenuItemProps = {
  icon?: ReactNode;
  onSelect?: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** For one of several choices: a check mark shows on the selected one. */
  checked?: boolean;
  /** For a link: `render={(props) => <Link to="/x" {...props} />}`. */
  render?: (props: { className: string; children: ReactNode }) => ReactElement;
  children: ReactNode;
};

/** Renders the items: their code comes with the menu's. */
export const MenuItemContext = createContext<(props: MenuItemProps) => ReactNode>(() => null);
