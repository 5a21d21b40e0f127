import type { ReactNode } from 'react';
import { Toggletip } from '#platform/web/ui/Toggletip.tsx';
import type { Account } from '#features/clients/web/queries.ts';
import { describeAverage } from './accountText.ts';
import { HistoryLink, UnitTable } from './UnitTable.tsx';

type AccountUnitsProps = {
  account: Pick<Account, 'total' | 'used' | 'available' | 'lapsed' | 'startDate' | 'forecast'>;
  /** The name of the account. */
  name: string;
  text: string;
  /** The client of the linked unit history; without it there is no link. */
  clientId?: number | undefined;
  children?: ReactNode;
  className?: string;
};

/** A figure of one account's units, with how it is computed. For managers. */
export function AccountUnits({ account, name, text, clientId, children, className }: AccountUnitsProps) {
  const { total = '0', used = '0', available, lapsed = '0', forecast } = account;
  const isLapsed = Number(lapsed) > 0;
  return (
    <Toggletip
      label={`${text}, see calculation`}
      {...(className && { className })}
      content={
        <>
          <UnitTable
            caption={name}
            rows={[
              { term: 'Total', units: [total] },
              { term: 'Used', units: [String(-Number(used))] },
            ]}
            result={{ term: isLapsed ? 'Expired unused' : 'Available', units: [available] }}
          />
          {forecast && !isLapsed && <p className="mt-2 text-muted">{describeAverage(forecast, account)}</p>}
        </>
      }
      link={clientId !== undefined && <HistoryLink clientId={clientId} />}
    >
      {children ?? text}
    </Toggletip>
  );
}
