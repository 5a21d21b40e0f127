/** The review of fifty notes by touch, and what a screen reader gets of one decision. */

import { fieldOf, press, questionOf } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_PHONE_ONLY,
  LONG_RUN,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { fillQueue, heading, items, VISIT } from './steps.ts';

test(
  'a manager reviews fifty notes by touch: approves forty, sends back four, denies and holds three each [12.review.151]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 40, pairs: 5 });
    await openAs(page, product, admin, '/review');
    await expect(items(page)).toHaveCount(50);
    await press(page, 'Select 40 notes without warnings');
    await press(page, 'Approve 40 notes');
    await press(questionOf(page), 'Approve');
    await expect(page.getByText('40 notes approved').first()).toBeVisible({ timeout: 30_000 });
    if (!(await heading(page).isVisible())) await items(page).getByRole('link').first().click();
    await expect(heading(page)).toHaveText(VISIT);
    let openNote = new URL(page.url()).searchParams.get('note');
    /** Waits until a decision has opened the next note. */
    const expectNext = async () => {
      await expect(page).not.toHaveURL(new RegExp(`note=${openNote}(&|$)`));
      await expect(heading(page)).toHaveText(VISIT);
      openNote = new URL(page.url()).searchParams.get('note');
    };
    for (let number = 0; number < 4; number += 1) {
      await page.getByRole('button', { name: /^Send back/ }).click();
      await fieldOf(page, 'What to change').fill('Both visits are at the same time.');
      await fieldOf(page, 'Comment on a field').selectOption('Start time');
      await press(page, 'Add comment');
      await fieldOf(page, 'Comment on Start time').fill('When did it begin?');
      await page
        .getByRole('form', { name: 'Send back' })
        .getByRole('button', { name: 'Send back', exact: true })
        .click();
      await expectNext();
    }
    for (let number = 0; number < 3; number += 1) {
      await page.getByRole('button', { name: /^Deny/ }).click();
      await fieldOf(page, 'Reason for denial').fill('A duplicate.');
      await press(page.getByRole('form', { name: 'Deny note' }), 'Deny');
      await expectNext();
    }
    for (let left = 2; left >= 0; left -= 1) {
      await page.getByRole('button', { name: /^Hold/ }).click();
      if (left > 0) await expectNext();
    }
    await expect(page.getByText('No notes to review')).toBeVisible();
    const stats = { approved: 40, inProgress: 4, denied: 3, inReview: 3, pending: 0 };
    expect(await product.call(admin.token, 'GET /api/management/stats')).toMatchObject(stats);
  },
);

test(
  'a screen reader gets the decision with its names, checks and result [12.review.152]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 0, pairs: 1 });
    await openAs(page, product, admin, '/review');
    await expect(heading(page)).toHaveText(VISIT);
    const note = page.getByRole('article', { name: VISIT });
    await expect(note).toMatchAriaSnapshot(`
      - article:
        - /children: contain
        - heading /.+ for Maria Lopez/ [level=2]
        - link "Client":
          - /children: contain
        - region "Checks":
          - heading "Checks" [level=3]
          - list:
            - listitem:
              - text: Warning
              - paragraph:
                - /children: contain
                - text: /also has a note/
                - link /Note \\d+/:
                  - /children: contain
              - button "Mark as explained"
        - button "Hold"
        - button "Send back"
        - button "Deny"
        - button "Approve"
    `);
    for (const signature of [/^Employee signature/, /^Client signature/]) {
      const image = note.getByRole('img', { name: signature });
      expect((await image.boundingBox())?.width).toBeGreaterThan(200);
    }
    await expect(note.getByText(/^General units: \d+ units before, \d+ units after$/)).toBeVisible();
    await page.keyboard.press('d');
    await expect(page.getByRole('form', { name: 'Deny note' })).toMatchAriaSnapshot(`
      - form "Deny note":
        - /children: contain
        - textbox "Reason for denial"
        - button "Cancel"
        - button "Deny" [disabled]
    `);
    await page.keyboard.type('A duplicate.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('status').filter({ hasText: /^Denied\. 1 note left/ })).toHaveText(
      /Next: .+ for Maria Lopez\.$/,
    );
  },
);

test(
  'on a phone the focus moves to the note that is opened, and back to its row [12.review.156]',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 20, pairs: 0 });
    await openAs(page, product, admin, '/review');
    const row = items(page).nth(15).getByRole('link');
    await row.click();
    await expect(heading(page)).toHaveText(VISIT);
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'All notes to review' }).click();
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport({ ratio: 1 });
    await row.press('Enter');
    await expect(heading(page)).toBeFocused();
    await page.goBack();
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport({ ratio: 1 });
  },
);

test(
  'on a phone Undo is large enough and its message does not cover the decision buttons [12.review.160]',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 3, pairs: 0 });
    for (const size of [
      { width: 390, height: 844 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size);
      await openAs(page, product, admin, '/review');
      await items(page).first().getByRole('link').click();
      await expect(heading(page)).toHaveText(VISIT);
      await press(page, 'Hold');
      const message = page.getByRole('listitem').filter({ hasText: 'Note put on hold' });
      const undo = message.getByRole('button', { name: 'Undo', exact: true });
      await expect(undo).toBeInViewport({ ratio: 1 });
      const bar = page.locator('[data-bottom-bar]');
      await expect(bar).toBeInViewport();
      const [undoBox, messageBox, barBox] = [
        await undo.boundingBox(),
        await message.boundingBox(),
        await bar.boundingBox(),
      ];
      if (!undoBox || !messageBox || !barBox) throw new Error('An element has no box');
      expect(undoBox.height).toBeGreaterThanOrEqual(44);
      expect(messageBox.y + messageBox.height).toBeLessThan(barBox.y);
      await undo.click();
      await expect(page.getByText('Decision undone').first()).toBeVisible();
    }
  },
);
