/** What people write is only text: forty ways to make a browser run it, in every field, on every screen. */
import type { Page } from '@playwright/test';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';

const ATTACKS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</textarea><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert`1`">',
  '<image href=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x>',
  '<math><mtext><script>alert(1)</script></mtext></math>',
  '<body onload=alert(1)>',
  '<iframe src="javascript:alert(1)">',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">go</a>',
  '<a href="jav&#x09;ascript:alert(1)">go</a>',
  '<form action="javascript:alert(1)"><button>go',
  '<button formaction="javascript:alert(1)">go',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<style>@import "//evil.example/x.css";</style>',
  '<link rel=stylesheet href="//evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '%3Cscript%3Ealert(1)%3C/script%3E',
];

/** All of them, for a field that holds so much. */
const ALL = ATTACKS.join('\n');
/** As many as a shorter field holds, other ones for each variant. */
const some = (most: number, variant: number): string => {
  let text = '';
  for (const [index] of ATTACKS.entries()) {
    const next = ATTACKS[(variant * 7 + index) % ATTACKS.length] ?? '';
    if (text.length + next.length + 1 <= most) text += ` ${next}`;
  }
  return text.trim();
};
/** Turns after which each attack stood in a field of 255 characters. */
const VARIANTS = [0, 1, 2, 3, 4, 5];

test('what people write is only text, on every screen [T18 S-22]', async ({ page, product }) => {
  test.setTimeout(240_000);
  const { manager, paths } = await everythingHostile(product);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(product.url).origin) elsewhere.push(request.url());
  });
  for (const path of paths) {
    await openAs(page, product, manager, path);
    // Underneath a dialog it is there, but for no role.
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.locator('.animate-pulse')).toHaveCount(0);
    await expect
      .poll(() => textOf(page), { message: path })
      .toMatch(/<script|<img|<svg|<iframe|javascript:/i);
    expect(await foreignElements(page), path).toEqual([]);
  }
  expect({ dialogs, elsewhere }).toEqual({ dialogs: [], elsewhere: [] });
});

/** What is read on the page, fields included. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    return `${document.body.innerText}\n${fields.map((field) => field.value).join('\n')}`;
  });

/** Elements and attributes that only text of people could have made. */
const foreignElements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (one) =>
          /^(marquee|object|embed|math|animate|base|image|audio|video)$/i.test(one.tagName) ||
          [...one.attributes].some(
            ({ name, value }) => name.startsWith('on') || /^\s*(javascript|data:text)/i.test(value),
          ),
      )
      // A field shows its text as a value, which may begin with anything.
      .filter((one) => !/^(input|textarea|option)$/i.test(one.tagName))
      .map((one) => one.outerHTML.slice(0, 200)),
  );

interface Stage {
  manager: SignedIn;
  /** Addresses of every screen and dialog that shows what was written. */
  paths: string[];
}

/** Makes one of each thing, with an attack in each field of text. */
async function everythingHostile(product: Product): Promise<Stage> {
  const { token } = await product.admin();
  const call = (endpoint: string, body: object) => product.call<{ id: number }>(token, endpoint, body);
  const manager = await product.person({ role: 'manager' });
  const names = { firstName: some(100, 1), lastName: some(100, 2), phone: some(50, 0) };
  const details = { position: some(100, 3), department: some(100, 4), address: some(500, 1), bio: ALL };
  await call(`PUT /api/users/${manager.user.id}/profile`, { ...names, ...details });
  await call('PUT /api/business', {
    name: some(255, 1),
    address: some(500, 2),
    description: ALL.slice(0, 2000),
  });
  const clients = [];
  for (const variant of VARIANTS) {
    const about = {
      companyName: some(255, variant),
      contactName: some(255, variant + 1),
      phone: some(50, 3),
    };
    const more = { address: some(500, variant), intakeInformation: ALL, signatureCode: '4711ab' };
    clients.push(await call('POST /api/clients', { ...about, ...more, totalTimeUnits: 40 }));
  }
  const client = clients[0]?.id ?? 0;
  await call(`POST /api/clients/${client}/services`, {
    serviceName: some(255, 2),
    serviceDescription: ALL,
    notes: ALL,
  });
  await call(`POST /api/clients/${client}/assignments`, {
    employeeId: manager.user.id,
    role: some(50, 0),
    notes: ALL,
  });
  await call(`POST /api/clients/${client}/documents`, {
    // A name holds no slash.
    originalName: `${some(240, 3).replaceAll('/', '\u2215')}.pdf`,
    fileSize: 10,
    mimeType: 'application/pdf',
    description: ALL,
  });
  await call(`PUT /api/clients/${client}/time-units`, { totalTimeUnits: 50, reason: some(500, 3) });
  for (const variant of VARIANTS) {
    const shared = {
      title: some(255, variant),
      description: ALL,
      fileUrl: `https://example.com/?q=${variant}<script>`,
    };
    await call('POST /api/business-resources', shared);
    const news = { title: some(255, variant), content: ALL, location: some(255, variant), priority: 'high' };
    await call('POST /api/announcements', { ...news, type: 'general' });
    await call('POST /api/messages', {
      recipientId: manager.user.id,
      subject: some(200, variant),
      content: ALL,
    });
  }
  const mine = <Answer>(endpoint: string, body?: object) =>
    product.call<Answer>(manager.token, endpoint, body);
  const texts = { description: ALL.slice(0, 2000), research: ALL.slice(0, 1500), summary: some(500, 1) };
  const tags = [some(50, 0)];
  let note = 0;
  for (const variant of VARIANTS) {
    const form = buildNoteForm(client, { ...texts, title: some(255, variant), tags });
    ({ id: note } = await mine<{ id: number }>('POST /api/notes', form));
  }
  const { description: content, ...others } = texts;
  const draft = await mine<{ id: number }>('POST /api/drafts', {
    ...others,
    content,
    draftName: some(255, 0),
    title: some(255, 1),
    clientId: client,
  });
  const [message] = await mine<{ id: number }[]>('GET /api/messages/inbox');
  const paths = [
    '/',
    '/dashboard',
    '/announcements',
    `/submit?draft=${draft.id}`,
    `/submit?note=${note}`,
    '/my-notes',
    `/my-notes?note=${note}`,
    '/search?show=all',
    '/search?q=script',
    '/mail',
    `/mail?message=${message?.id}`,
    '/management',
    `/management?note=${note}`,
    '/management?view=resources',
    '/clients',
    `/clients?client=${client}`,
    `/clients?client=${client}&view=manage`,
    `/clients?client=${client}&view=documents`,
    '/employees',
    `/profile/${manager.user.id}`,
    '/profile',
    '/payroll',
    '/business-settings',
    '/audit',
    '/test',
  ];
  return { manager, paths };
}
