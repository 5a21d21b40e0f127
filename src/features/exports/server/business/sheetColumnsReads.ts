/** Columns of the CSV files of an export. */

export interface Sheet {
  name: string;
  /** Headers with the expression of each column; `t` is the table of the sheet. */
  columns: Record<string, string>;
  from: string;
  order: string;
}

/** The id of the business in a statement. Each table is compared with it (docs/decisions/047). */
export const BUSINESS = ':business';

/** A person's name by the column that refers to them. */
export const nameOf = (column: string) =>
  `(select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username)
    from users u where u.business_id = ${BUSINESS} and u.id = t.${column})`;
/** A person's username, by which the import finds them. */
export const usernameOf = (column: string) =>
  `(select u.username from users u where u.business_id = ${BUSINESS} and u.id = t.${column})`;
export const clientOf = (column = 'client_id') =>
  `(select c.company_name from clients c where c.business_id = ${BUSINESS} and c.id = t.${column})`;
export const serviceOf = `(select s.name from services s where s.business_id = ${BUSINESS} and s.key = t.category)`;
