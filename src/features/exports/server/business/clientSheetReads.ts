/** CSV files of an export: people, clients and what belongs to them. The import recognizes the records of the first five. */

import { BUSINESS, clientOf, nameOf, serviceOf, usernameOf, type Sheet } from './sheetColumnsReads.ts';

/** One rate, or all with the days from which they hold, which `parseRates` reads: '15.00; from 2026-07-01: 16.25'. */
const RATES_BY_DAY = `(
  select string_agg(coalesce('from ' || (rate ->> 'from') || ': ', '') || coalesce(rate ->> 'unitRate', 'none'), '; '
    order by rate ->> 'from' nulls first)
  from jsonb_array_elements(t.rates) as rate)`;

/** The units that a client bought without an authorization. */
const GENERAL_UNITS = `(b.total_time_units - coalesce((
  select sum(a.units_authorized) from client_services a
  where a.business_id = ${BUSINESS} and a.client_id = t.id), 0))::text`;

export const CLIENT_SHEETS: Sheet[] = [
  {
    name: 'people',
    from: 'users t',
    order: 't.id',
    columns: {
      'Record ID': 't.id',
      Username: 't.username',
      'First name': 't.first_name',
      'Last name': 't.last_name',
      Role: 't.role',
      Status: 't.status',
      Department: 't.department',
      Position: 't.position',
      Email: 't.email',
      Phone: 't.phone',
      Address: 't.address',
      'Hire date': 't.hire_date',
      Skills: `array_to_string(t.skills, ', ')`,
      Experience: 't.experience',
      'Emergency contact': 't.emergency_contact',
      'Emergency phone': 't.emergency_phone',
    },
  },
  {
    name: 'clients',
    from: `clients t left join client_units b on b.business_id = ${BUSINESS} and b.client_id = t.id`,
    order: 't.id',
    columns: {
      'Client number': 't.id',
      'Client ID': 't.company_name',
      'Contact name': 't.contact_name',
      Email: 't.email',
      Phone: 't.phone',
      Address: 't.address',
      Status: 't.status',
      Language: 't.language',
      'Rate per unit': 't.unit_rate::text',
      // Units of authorizations are in their own file, and an import of both adds them there.
      'General units': GENERAL_UNITS,
      'Total units': 'b.total_time_units::text',
      'Units used': 'b.used_time_units::text',
      Intake: 't.intake_information',
      Created: 't.created_at',
      Archived: 't.archived_at',
    },
  },
  {
    name: 'services',
    from: 'services t',
    order: 't.position, t.id',
    columns: {
      'Record ID': 't.id',
      Name: 't.name',
      Key: 't.key',
      Code: 't.code',
      Modifiers: 't.modifiers',
      Description: 't.description',
      'Rate per unit': RATES_BY_DAY,
      Rounding: 't.rounding',
      'Authorization required': 't.authorization_required',
      Archived: 't.archived_at',
    },
  },
  {
    name: 'authorizations',
    from: 'client_services t',
    order: 't.id',
    columns: {
      'Record ID': 't.id',
      'Client number': 't.client_id',
      Client: clientOf(),
      Service: `coalesce(${serviceOf}, t.service_name)`,
      Status: 't.status',
      'Start date': 't.start_date',
      'Expiry date': 't.expiry_date',
      'Units authorized': 't.units_authorized::text',
      'Units used': 't.units_used::text',
      'Units per week': 't.units_per_week::text',
      'Units per month': 't.units_per_month::text',
      Payer: `(select p.name from payers p where p.business_id = ${BUSINESS} and p.id = t.payer_id)`,
      'Client ID at the payer': 't.payer_client_id',
      'Authorization number': 't.reference',
      'Rate per unit': RATES_BY_DAY,
      Notes: 't.notes',
    },
  },
  {
    name: 'assignments',
    from: 'client_assignments t',
    order: 't.id',
    columns: {
      'Record ID': 't.id',
      'Client number': 't.client_id',
      Client: clientOf(),
      'Employee ID': 't.employee_id',
      'Employee name': nameOf('employee_id'),
      Employee: usernameOf('employee_id'),
      Role: 't.role',
      Status: 't.status',
      Notes: 't.notes',
      Assigned: 't.created_at',
    },
  },
  {
    name: 'past-assignments',
    from: 'past_assignments t',
    order: 't.id',
    columns: {
      ID: 't.id',
      'Client number': 't.client_id',
      Client: clientOf(),
      'Employee ID': 't.employee_id',
      Employee: nameOf('employee_id'),
      Assigned: 't.assigned_at',
      Ended: 't.ended_at',
    },
  },
  {
    name: 'inactive-periods',
    from: 'client_inactive_periods t',
    order: 't.id',
    columns: {
      ID: 't.id',
      'Client number': 't.client_id',
      Client: clientOf(),
      'Inactive from': 't.started_at',
      'Inactive until': 't.ended_at',
    },
  },
  {
    name: 'payers',
    from: 'payers t',
    order: 't.id',
    columns: { ID: 't.id', Name: 't.name', 'CSV columns': `array_to_string(t.columns, ', ')` },
  },
  {
    name: 'unit-alerts',
    from: 'unit_alerts t',
    order: 't.id',
    columns: {
      ID: 't.id',
      Time: 't.created_at',
      'Client number': 't.client_id',
      Client: clientOf(),
      'Authorization ID': 't.authorization_id',
      Threshold: 't.threshold',
      'Total units': 't.total::text',
      'Expiry date': 't.expiry_date',
    },
  },
];
