import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ButtonLook } from './buttonClass.ts';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';
import type { TriggerProps } from './menuItems.ts';

type ActionsMenuProps = {
  /** The row or card of the actions; part of the button's name. */
  name: string;
  label?: string;
  size?: ButtonLook['size'];
  children: ReactNode;
};

/** The menu of a row or card, behind three dots. */
export function ActionsMenu({ name, label = `Actions for ${name}`, size, children }: ActionsMenuProps) {
  return (
    <Menu label={label} align="end" trigger={actionsButton(name, size)}>
      {children}
    </Menu>
  );
}

const actionsButton = (name: string, size: ButtonLook['size']) => (props: TriggerProps) => (
  <IconButton {...props} size={size} label={`Actions for ${name}`} icon={<Ellipsis aria-hidden />} />
);
