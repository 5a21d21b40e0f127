/** The code of each screen: how it is loaded and the name of its component. The start of the page needs no more. */
type ScreenCode = readonly [load: () => Promise<object>, component: string];

const clientRecord = () => import('./clients/ClientRecordPage.tsx');

export const screenCode = {
  '/review': [() => import('#features/review/web/ReviewPage.tsx'), 'ReviewPage'],
  '/': [() => import('./home/HomePage.tsx'), 'HomePage'],
  '/dashboard': [() => import('#features/dashboard/web/DashboardPage.tsx'), 'DashboardPage'],
  '/submit': [() => import('#features/submission/web/SubmitNotePage.tsx'), 'SubmitNotePage'],
  '/my-notes': [() => import('./notes/MyNotesPage.tsx'), 'MyNotesPage'],
  '/search': [() => import('#features/search/web/SearchPage.tsx'), 'SearchPage'],
  '/mail': [() => import('./mail/MailPage.tsx'), 'MailPage'],
  '/announcements': [() => import('#features/announcements/web/AnnouncementsPage.tsx'), 'AnnouncementsPage'],
  '/payroll': [() => import('#features/payroll/web/PayrollPage.tsx'), 'PayrollPage'],
  '/billing': [() => import('#features/invoices/web/BillingPage.tsx'), 'BillingPage'],
  '/billing/claims/$batchId': [() => import('#features/invoices/web/ClaimBatchPage.tsx'), 'ClaimBatchPage'],
  '/billing/$invoiceId': [() => import('#features/invoices/web/InvoicePage.tsx'), 'InvoicePage'],
  '/profile': [() => import('./profile/ProfilePage.tsx'), 'ProfilePage'],
  '/profile/$employeeId': [() => import('./profile/ProfilePage.tsx'), 'ProfilePage'],
  '/subscription-management': [
    () => import('#features/subscription/web/SubscriptionPage.tsx'),
    'SubscriptionPage',
  ],
  '/management': [() => import('./ManagementPage.tsx'), 'ManagementPage'],
  '/clients': [() => import('./clients/ClientsPage.tsx'), 'ClientsPage'],
  '/clients/$clientId': [clientRecord, 'ClientOverviewPage'],
  '/clients/$clientId/notes': [clientRecord, 'ClientNotesPage'],
  '/clients/$clientId/authorizations': [clientRecord, 'ClientAuthorizationsPage'],
  '/clients/$clientId/units': [clientRecord, 'ClientUnitsPage'],
  '/clients/$clientId/invoices': [clientRecord, 'ClientInvoicesPage'],
  '/clients/$clientId/documents': [clientRecord, 'ClientDocumentsPage'],
  '/clients/$clientId/history': [clientRecord, 'ClientHistoryPage'],
  '/employees': [() => import('./employees/EmployeesPage.tsx'), 'EmployeesPage'],
  '/business-settings': [() => import('./BusinessSettingsPage.tsx'), 'BusinessSettingsPage'],
  '/records': [() => import('./RecordsPage.tsx'), 'RecordsPage'],
  '/records/imports/$importId': [() => import('#features/imports/web/ImportPage.tsx'), 'ImportPage'],
  '/audit': [() => import('#features/audit/web/AuditPage.tsx'), 'AuditPage'],
  '/test': [() => import('#features/auth/web/DebugPage.tsx'), 'DebugPage'],
  '/register': [() => import('#features/businesses/web/RegisterPage.tsx'), 'RegisterPage'],
  '/register-admin': [() => import('#features/auth/web/RegisterAdminPage.tsx'), 'RegisterAdminPage'],
  '/subscribe': [() => import('#features/subscription/web/SubscribePage.tsx'), 'SubscribePage'],
  '/payment-success': [
    () => import('#features/subscription/web/PaymentSuccessPage.tsx'),
    'PaymentSuccessPage',
  ],
  '/reset-password': [() => import('#features/auth/web/ResetPasswordPage.tsx'), 'ResetPasswordPage'],
  '/r/$': [() => import('#features/notes/web/ReceiptPage.tsx'), 'ReceiptPage'],
} as const satisfies Record<string, ScreenCode>;
