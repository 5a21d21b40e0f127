import { createTeam, dialogOf, expectText, fillFields, press } from '#tests/e2e/steps.ts';
import { LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

test(
  'a downloaded PDF with a character that no font has is announced with its code [14.script.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client } = await createTeam(product, { contactName: 'Anna \u{13000}' });
    await openAs(page, product, manager, `/clients/${client.id}/invoices`);
    await press(page, 'Statement');
    const dialog = dialogOf(page, 'Statement');
    await fillFields(dialog, { 'First day': '2026-03-01', 'Last day': '2026-03-31' });
    const download = page.waitForEvent('download');
    await press(dialog, 'Download');
    await download;
    await expectText(
      page,
      'The PDF shows 1 character as a code',
      'No font has U+13000. Replace it if the text needs to be readable.',
    );
  },
);
