ALTER TABLE "password_resets" DROP CONSTRAINT "password_resets_pkey";--> statement-breakpoint
ALTER TABLE "business_claims" DROP CONSTRAINT "business_claims_pkey";--> statement-breakpoint
ALTER TABLE "note_receipts" DROP CONSTRAINT "note_receipts_pkey";--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_pkey";--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_token_hash_business_id_pk" PRIMARY KEY("token_hash","business_id");--> statement-breakpoint
ALTER TABLE "business_claims" ADD CONSTRAINT "business_claims_token_hash_business_id_pk" PRIMARY KEY("token_hash","business_id");--> statement-breakpoint
ALTER TABLE "note_receipts" ADD CONSTRAINT "note_receipts_token_hash_business_id_pk" PRIMARY KEY("token_hash","business_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_token_hash_business_id_pk" PRIMARY KEY("token_hash","business_id");