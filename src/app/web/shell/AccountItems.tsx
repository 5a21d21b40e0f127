import { Link } from '@tanstack/react-router';
import { CircleUserRound, KeyRound, LogOut } from 'lucide-react';
import { ThemeItems } from '#platform/web/ThemeMenu.tsx';
import { MenuItem, MenuLabel, MenuSeparator } from '#platform/web/ui/Menu.tsx';
import { fullNameOf, roleLabel } from '#features/people/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';

type AccountItemsProps = { onChangePassword: () => void; onLogout: () => void };

/** The items of the account menu; on phones also the theme. */
export function AccountItems({ onChangePassword, onLogout }: AccountItemsProps) {
  const user = useUser();
  return (
    <>
      <div className="max-w-64 px-2.5 py-2">
        <p className="truncate font-medium">{fullNameOf(user)}</p>
        <p className="truncate text-sm text-muted">
          {roleLabel(user.role)} · {user.businessName}
        </p>
      </div>
      <MenuSeparator />
      <div className="sm:hidden">
        <MenuLabel>Theme</MenuLabel>
        <ThemeItems />
        <MenuSeparator />
      </div>
      <MenuItem icon={<CircleUserRound aria-hidden />} render={(props) => <Link to="/profile" {...props} />}>
        My Profile
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={onChangePassword}>
        Change password
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onLogout}>
        Logout
      </MenuItem>
    </>
  );
}
