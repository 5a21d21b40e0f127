/** The email with a receipt link, in the client's language. It has no details of the visit. */

import type { Language } from '#features/clients/contract.ts';

interface ReceiptDetails {
  businessName: string;
  url: string;
}

const TEMPLATES: Record<Language, (details: ReceiptDetails) => { subject: string; text: string }> = {
  en: ({ businessName, url }) => ({
    subject: `Your visit receipt from ${businessName}`,
    text: `${businessName} recorded a visit with you.\n\nSee the visit here:\n${url}\n\nIf something is not right, you can message us on that page. The link works for 90 days. Anyone with the link can see the visit. Please don't share it.`,
  }),
  es: ({ businessName, url }) => ({
    subject: `Comprobante de su visita con ${businessName}`,
    text: `${businessName} registró una visita con usted.\n\nPuede ver la visita aquí:\n${url}\n\nSi algo no está bien, puede enviarnos un mensaje desde esa página. El enlace funciona durante 90 días. Cualquier persona que tenga el enlace puede ver la visita. Por favor, no lo comparta.`,
  }),
};

/** Subject and text of the email. */
export const buildReceiptMail = (language: Language, details: ReceiptDetails) => TEMPLATES[language](details);
