import { optional, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';
import { FORECAST_STATE_ORDER } from '#features/clients/forecastStateRules.ts';
import { clientStatusLabels } from '#features/clients/rules.ts';

const toStatus = toOneOf(...(Object.keys(clientStatusLabels) as (keyof typeof clientStatusLabels)[]));

/** `action=add` opens the form of a new authorization. */
export const authorizationsSearch = (raw: RawSearch) => optional({ action: toOneOf('add')(raw['action']) });

/** `q`, `status`, `state` and `sort` filter and sort the list; `client` and `view` are in links of earlier releases. */
export const clientsSearch = (raw: RawSearch) =>
  optional({
    action: toOneOf('add')(raw['action']),
    client: toRowId(raw['client']),
    view: toOneOf('manage', 'documents')(raw['view']),
    q: toText(raw['q']),
    status: toStatus(raw['status']),
    state: toOneOf(...FORECAST_STATE_ORDER)(raw['state']),
    sort: toOneOf('units', 'state')(raw['sort']),
    layout: toOneOf('cards')(raw['layout']),
  });
