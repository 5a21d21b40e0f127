import { useState } from 'react';
import { Avatar } from '#platform/web/ui/Avatar.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { lazyMenuItems, Menu } from '#platform/web/ui/Menu.tsx';
import type { TriggerProps } from '#platform/web/ui/menuItems.ts';
import { ChangePasswordDialog } from '#features/auth/web/public.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { useLogout } from './useLogout.ts';

const AccountItems = lazyMenuItems(async () => (await import('./AccountItems.tsx')).AccountItems);

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

/** The menu of the signed-in user. */
export function AccountMenu() {
  const { logout } = useLogout();
  const [changing, setChanging] = useState(false);
  return (
    <>
      <Menu label="Account" align="end" trigger={accountButton}>
        <AccountItems onChangePassword={() => setChanging(true)} onLogout={logout} />
      </Menu>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </>
  );
}
