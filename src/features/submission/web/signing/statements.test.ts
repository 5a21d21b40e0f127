import { expect, test } from 'vitest';
import { clientStatement } from './statements.ts';

const VISIT = {
  employee: 'Ben Wells',
  client: 'Maria Lopez (HS-1)',
  contact: 'Maria Lopez',
  representative: null,
  times: { workDate: '2026-03-02', startTime: '22:00', endTime: '00:15' },
  span: null,
  units: 9,
  remaining: 31,
};

test('a client reads in Spanish what the English statement states [13.sheet.127]', () => {
  const { en, es } = clientStatement;
  expect(en(VISIT)).toBe(
    'I, Maria Lopez, confirm that Ben Wells worked with me on Mar 2, 2026, 10:00 PM to 12:15 AM (next day). This uses 9 units; 31 will be left.',
  );
  expect(es(VISIT)).toBe(
    'Yo, Maria Lopez, confirmo que Ben Wells me atendió el lunes 2 de marzo de 2026, de 10:00 p.m. a 12:15 a.m. (día siguiente). Esta visita usa 9 unidades. Quedarán 31 unidades.',
  );
  const morning = { ...VISIT, times: { ...VISIT.times, startTime: '09:00', endTime: '10:08' } };
  expect(es(morning)).toContain('de 9:00 a.m. a 10:08 a.m. Esta visita');
  const over = { ...VISIT, remaining: -2.5 };
  expect(en(over)).toMatch(/This uses 9 units, 2\.5 units over the limit\.$/);
  expect(es(over)).toMatch(/Esta visita usa 9 unidades\. Esta visita supera el límite por 2\.5 unidades\.$/);
  const last = { ...VISIT, units: 1, remaining: 1 };
  expect(es(last)).toMatch(/Esta visita usa 1 unidad\. Quedará 1 unidad\.$/);
});

test('a statement names the representative, and what is still missing, in both languages [13.sheet.127]', () => {
  const { en, es } = clientStatement;
  const named = { ...VISIT, units: null, representative: { name: 'Ann Miller', relation: 'Mother' } };
  expect(en(named)).toMatch(
    /^I, Ann Miller \(Mother\), confirm that Ben Wells worked with Maria Lopez on Mar 2/,
  );
  expect(es(named)).toMatch(
    /^Yo, Ann Miller \(Mother\), confirmo que Ben Wells atendió a Maria Lopez el lunes 2 de/,
  );
  const empty = {
    ...named,
    representative: { name: ' ', relation: '' },
    times: { workDate: '', startTime: '', endTime: '' },
  };
  expect(en(empty)).toBe(
    'I, the representative, confirm that Ben Wells worked with Maria Lopez (date and times not entered yet).',
  );
  expect(es(empty)).toBe(
    'Yo, como representante, confirmo que Ben Wells atendió a Maria Lopez (faltan la fecha y el horario).',
  );
});
