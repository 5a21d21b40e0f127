import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from './theme.ts';
import { IconButton } from './ui/IconButton.tsx';
import { Menu, MenuItem } from './ui/Menu.tsx';
import type { TriggerProps } from './ui/menuItems.ts';

const choices = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const;

/** The menu items of the theme. */
export function ThemeItems() {
  const { choice, setChoice } = useTheme();
  return choices.map(({ value, label, icon: Icon }) => (
    <MenuItem
      key={value}
      icon={<Icon aria-hidden />}
      checked={choice === value}
      onSelect={() => setChoice(value)}
    >
      {label}
    </MenuItem>
  ));
}

/** The menu that sets the theme. */
export function ThemeMenu() {
  return (
    <Menu label="Theme" align="end" trigger={themeButton}>
      <ThemeItems />
    </Menu>
  );
}

const themeButton = (props: TriggerProps) => <ThemeButton {...props} />;

function ThemeButton(props: TriggerProps) {
  const { resolved } = useTheme();
  const Icon = resolved === 'dark' ? Moon : Sun;
  return <IconButton {...props} label="Theme" icon={<Icon aria-hidden />} />;
}
