import { optional, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';

/** `client` opens that client, `view` its Manage dialog or its documents; `q`, `status` and `sort` the list. */
export const clientsSearch = (raw: RawSearch) =>
  optional({
    action: toOneOf('add')(raw['action']),
    client: toRowId(raw['client']),
    view: toOneOf('manage', 'documents')(raw['view']),
    q: toText(raw['q']),
    status: toOneOf('active', 'inactive')(raw['status']),
    sort: toOneOf('units')(raw['sort']),
    layout: toOneOf('cards')(raw['layout']),
  });
