import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { confirmRates } from '#features/services/web/rates/public.tsx';
import { toBody, toChange, type AuthorizationOutput } from './authorizationForm.ts';
import { AuthorizationForm, FORM } from './AuthorizationForm.tsx';
import {
  previewAuthorizationRates,
  useAddAuthorization,
  useChangeAuthorization,
  type Authorization,
} from './queries.ts';

type AuthorizationDialogProps = OpenState & {
  client: Client;
  /** The authorization to edit; null to add one. */
  authorization: Authorization | null;
};

/** Adds or edits an authorization of a client. */
export function AuthorizationDialog({ client, authorization, open, onOpenChange }: AuthorizationDialogProps) {
  const add = useAddAuthorization();
  const change = useChangeAuthorization();
  const { keyFor, done } = useIdempotencyKey();
  async function save(values: AuthorizationOutput) {
    if (authorization) {
      const body = toChange(authorization, values);
      const { id } = authorization;
      const affectedVisits =
        'rates' in body ? await confirmRates(await previewAuthorizationRates(id, values.rates)) : 0;
      if (affectedVisits === null) return false;
      await change.mutateAsync({ id, body: { ...body, affectedVisits } });
    } else {
      const body = toBody(values);
      await add.mutateAsync({ clientId: client.id, body, idempotencyKey: keyFor(body) });
      done();
    }
    onOpenChange(false);
    return true;
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={authorization ? 'Edit authorization' : 'Add Service'}
      description={
        authorization
          ? `${client.contactName}: ${authorization.serviceName}`
          : `New authorization for ${client.contactName}`
      }
      form={FORM}
      submit={authorization ? 'Save' : 'Add Service'}
      pending={add.isPending || change.isPending}
    >
      <AuthorizationForm
        key={authorization?.id ?? 'new'}
        clientId={client.id}
        authorization={authorization}
        onSave={save}
      />
    </FormDialog>
  );
}
