DROP VIEW "public"."own_note_words";--> statement-breakpoint
ALTER TABLE "issued_passwords" RENAME TO "temporary_passwords";--> statement-breakpoint
ALTER TABLE "temporary_passwords" RENAME CONSTRAINT "issued_passwords_business_id_user_id_pk" TO "temporary_passwords_business_id_user_id_pk";--> statement-breakpoint
ALTER INDEX "issued_passwords_oldest" RENAME TO "temporary_passwords_oldest";--> statement-breakpoint
ALTER TABLE "loose_files" RENAME TO "orphaned_files";--> statement-breakpoint
ALTER TABLE "orphaned_files" RENAME CONSTRAINT "loose_files_business_id_storage_key_pk" TO "orphaned_files_business_id_storage_key_pk";--> statement-breakpoint
ALTER INDEX "loose_files_oldest" RENAME TO "orphaned_files_oldest";--> statement-breakpoint
ALTER TABLE "note_words" RENAME TO "note_search";--> statement-breakpoint
ALTER TABLE "note_search" RENAME CONSTRAINT "note_words_business_id_note_id_pk" TO "note_search_business_id_note_id_pk";--> statement-breakpoint
ALTER TABLE "note_search" RENAME CONSTRAINT "note_words_note" TO "note_search_note";--> statement-breakpoint
ALTER INDEX "note_words_found" RENAME TO "note_search_document";--> statement-breakpoint
ALTER TABLE "two_step_secrets" RENAME TO "two_factor_secrets";--> statement-breakpoint
ALTER SEQUENCE "two_step_secrets_id_seq" RENAME TO "two_factor_secrets_id_seq";--> statement-breakpoint
ALTER TABLE "two_factor_secrets" RENAME CONSTRAINT "two_step_secrets_business_id_id_pk" TO "two_factor_secrets_business_id_id_pk";--> statement-breakpoint
ALTER TABLE "two_factor_secrets" RENAME CONSTRAINT "two_step_secrets_person" TO "two_factor_secrets_person";--> statement-breakpoint
ALTER TABLE "two_factor_secrets" RENAME CONSTRAINT "two_step_secrets_user" TO "two_factor_secrets_user";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "turn" TO "lease";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "turn_until" TO "lease_until";--> statement-breakpoint
ALTER TABLE "businesses" RENAME COLUMN "subscription_look_at" TO "subscription_check_at";--> statement-breakpoint
ALTER INDEX "businesses_subscription_look" RENAME TO "businesses_subscription_check";--> statement-breakpoint
ALTER TABLE "outgoing_mails" RENAME COLUMN "given_up_at" TO "abandoned_at";--> statement-breakpoint
DROP TABLE "last_writes";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "object_label" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "note_id" bigint;--> statement-breakpoint
CREATE VIEW "public"."own_note_search" AS (select business_id, note_id, document from note_search where coalesce(business_id = (select nullif(current_setting('app.business_id', true), '')::bigint), false));
