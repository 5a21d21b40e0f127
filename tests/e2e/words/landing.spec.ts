/** The forms of people who are not signed in, word for word. */
import { expect, test } from '#tests/support/helpers/appFixture.ts';
import { choicesOf, expectFields, labelled, expectText } from './steps.ts';

test('the landing page promises that time is billed by itself [1.landing.3]', async ({ page, product }) => {
  await page.goto(product.url);
  const features = page.getByRole('region', { name: 'What it does' }).getByRole('listitem');
  const time = features.filter({ hasText: 'Time tracking in 15-minute increments' });
  await expect(time).toContainText('Clients are billed automatically');
});

test('a demo request has its fields, and sends nothing [2.login.3]', async ({ page, product }) => {
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Request a demo' }).click();
  const dialog = page.getByRole('dialog');
  const required = ['First name', 'Last name', 'Business email', 'Company', 'Number of employees'];
  await expectFields(dialog, { required, optional: ['Phone', 'Message'] });
  const values = ['Kim', 'Park', 'kim@park.example', 'Park Care', '0'];
  for (const [index, label] of required.entries()) await labelled(dialog, label).fill(values[index] ?? '');
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await dialog.getByRole('button', { name: 'Request demo' }).click();
  await expectText(page, 'At least 1 employee');
  await labelled(dialog, 'Number of employees').fill('1');
  await dialog.getByRole('button', { name: 'Request demo' }).click();
  await expect(dialog.getByText('Thank you, Kim')).toBeVisible();
  expect(sent).toEqual([]);
});

test('the registrations ask for what they need [2.registration.1]', async ({ page, product }) => {
  await product.creator();
  await page.goto(`${product.url}/register`);
  await expectFields(page, {
    required: ['Business name', 'Business email', 'Phone number', 'Address'],
    optional: ['Description'],
  });
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked();
  await page.goto(`${product.url}/register-admin`);
  const person = ['First name', 'Last name', 'Email', 'Position', 'Department', 'Username', 'Password'];
  await expectFields(page, {
    required: ['Business name', 'Business email', 'Employee count', ...person],
    optional: ['Business phone', 'Address', 'City', 'State', 'Zip code', 'Website', 'Industry', 'Phone'],
  });
  expect(await choicesOf(labelled(page, 'Employee count'))).toEqual([
    '1-5',
    '6-20',
    '21-50',
    '51-100',
    '100+',
  ]);
  expect(await choicesOf(labelled(page, 'Industry'))).toEqual([
    'Technology',
    'Healthcare',
    'Finance',
    'Education',
    'Retail',
    'Manufacturing',
    'Consulting',
    'Other',
  ]);
});
