import { Moon, Sun } from 'lucide-react';
import { IconButton } from './ui/IconButton.tsx';
import { lazyMenuItems, Menu, type TriggerProps } from './ui/Menu.tsx';
import { useTheme } from './theme.ts';

const ThemeItems = lazyMenuItems(async () => (await import('./ThemeItems.tsx')).ThemeItems);

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
