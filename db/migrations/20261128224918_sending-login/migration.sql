ALTER TABLE "users" ADD COLUMN "sending_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "sends_only" boolean DEFAULT false NOT NULL;