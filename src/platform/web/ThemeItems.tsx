import { Monitor, Moon, Sun } from 'lucide-react';
import { MenuItem } from './ui/Menu.tsx';
import { useTheme } from './theme.ts';

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
