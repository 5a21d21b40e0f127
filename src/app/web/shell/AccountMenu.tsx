import { CircleUserRound, KeyRound, LogOut } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangePasswordDialog } from '../../../features/auth/web/public.tsx';
import { fullNameOf, useUser } from '../../../features/auth/web/queries.ts';
import { Avatar } from '../../../platform/web/ui/Avatar.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../platform/web/ui/Menu.tsx';
import type { TriggerProps } from '../../../platform/web/ui/useDisclosure.ts';
import { roleLabel } from '../../../features/people/web/public.tsx';
import { ThemeItems } from '../../../platform/web/ThemeMenu.tsx';
import { useLogout } from './useLogout.ts';

const accountButton = (props: TriggerProps) => <AccountButton {...props} />;

function AccountButton(props: TriggerProps) {
  const user = useUser();
  const name = fullNameOf(user);
  return (
    <IconButton
      {...props}
      label={`Account of ${name}`}
      icon={<Avatar name={name} src={user.profilePicture} size="sm" />}
    />
  );
}

/** Who is signed in, and what belongs to them. */
export function AccountMenu() {
  const user = useUser();
  const { logout } = useLogout();
  const [changing, setChanging] = useState(false);
  const name = fullNameOf(user);
  return (
    <>
      <Menu label="Account" align="end" trigger={accountButton}>
        <div className="max-w-64 px-2.5 py-2">
          <p className="truncate font-medium">{name}</p>
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
        <MenuItem
          icon={<CircleUserRound aria-hidden />}
          render={(props) => <Link to="/profile" {...props} />}
        >
          My Profile
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => setChanging(true)}>
          Change password
        </MenuItem>
        <MenuItem icon={<LogOut aria-hidden />} onSelect={logout}>
          Logout
        </MenuItem>
      </Menu>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </>
  );
}
