import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { plural } from '#platform/web/format.ts';
import { useFormField } from '#platform/web/forms/fieldProps.ts';
import { sortByLabel } from '#platform/web/sortByName.ts';
import { Combobox } from '#platform/web/ui/Combobox.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import type { OpenWork } from '#features/invoices/web/queries.ts';
import { listWorkBilledTo, toBillTo, toFirstDay, type NewDraftValues } from './newDraftForm.ts';

type BillToFieldProps = { allWork: readonly OpenWork[]; today: string };

/** Who pays: a payer with work to bill, or a client. The first day follows the choice until it is edited. */
export function BillToField({ allWork, today }: BillToFieldProps) {
  const clients = useClients();
  const { getValues, setValue } = useFormContext<NewDraftValues>();
  const [automaticDay, setAutomaticDay] = useState(getValues('from'));
  const { field, control, shell } = useFormField<NewDraftValues>({
    name: 'billTo',
    label: 'Bill to',
    required: true,
  });
  const describe = (billTo: string) => {
    const visits = listWorkBilledTo(allWork, billTo).reduce((sum, row) => sum + row.visits, 0);
    return visits === 0 ? 'No visits paid by the client' : `${plural(visits, 'visit', 'visits')} to bill`;
  };
  const payers = new Set(allWork.flatMap(({ payer }) => payer ?? []));
  const payerOptions = [...payers].map((payer) => {
    const value = toBillTo({ payer, clientId: 0 });
    return { value, label: payer, hint: `Payer · ${describe(value)}`, searchText: payer };
  });
  const clientOptions = (clients.data ?? []).map(({ id, contactName, companyName }) => {
    const value = toBillTo({ payer: null, clientId: id });
    const label = `${contactName} (${companyName})`;
    return { value, label, hint: describe(value), searchText: label };
  });
  const options = [...sortByLabel(payerOptions), ...sortByLabel(clientOptions)];
  function choose(billTo: string) {
    field.onChange(billTo);
    setValue('excludedClientIds', []);
    // An edited day stays, also one that was changed back to the first of the month.
    if (getValues('from') !== automaticDay) return;
    const firstDay = toFirstDay(listWorkBilledTo(allWork, billTo), today);
    setAutomaticDay(firstDay);
    setValue('from', firstDay);
  }
  return (
    <Field {...shell}>
      <Combobox
        {...control}
        onChange={choose}
        options={options}
        loading={clients.isPending}
        placeholder="Select a client or payer"
        emptyText="No matching client or payer"
      />
    </Field>
  );
}
