CREATE TABLE "announcements" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"type" text NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"scheduled_date" timestamp (3) with time zone,
	"location" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "client_assignments" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"employee_id" bigint NOT NULL,
	"assigned_by" bigint,
	"role" text DEFAULT 'assigned' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"notes" text,
	CONSTRAINT "client_assignments_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"business_id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"business_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"actor_id" bigint,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"object_id" bigint,
	"details" jsonb NOT NULL,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"payload" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_log_business_id_seq_pk" PRIMARY KEY("business_id","seq")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"business_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "recovery_codes_code" UNIQUE("business_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_step_secrets" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" bigint NOT NULL,
	"sealed" "bytea" NOT NULL,
	"enabled_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "two_step_secrets_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "two_step_secrets_person" UNIQUE("business_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "business_claims" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"business_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription_status" text,
	"subscription_period_end" timestamp (3) with time zone,
	"subscription_ends_at" timestamp (3) with time zone,
	"subscription_look_at" timestamp (3) with time zone,
	"plan_type" text DEFAULT 'premium' NOT NULL,
	"is_creator_business" boolean DEFAULT false NOT NULL,
	"time_zone" text DEFAULT 'America/Chicago' NOT NULL,
	"overuse_policy" text DEFAULT 'allow' NOT NULL,
	"industry" text,
	"employee_count" text,
	"website" text,
	"admin_registered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_services" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"service_name" text NOT NULL,
	"service_description" text,
	"status" text DEFAULT 'approved' NOT NULL,
	"approved_by" bigint,
	"approved_date" timestamp (3) with time zone,
	"expiry_date" date,
	"notes" text,
	CONSTRAINT "client_services_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"company_name" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text,
	"phone" text,
	"address" text,
	"unit_rate" numeric(10, 2) DEFAULT '15.00' NOT NULL,
	"signature_code" "bytea",
	"intake_information" text,
	"status" text DEFAULT 'active' NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "code_failures" (
	"business_id" bigint NOT NULL,
	"client_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "code_failures_business_id_client_id_user_id_pk" PRIMARY KEY("business_id","client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"file_id" bigint,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"description" text,
	"uploaded_by" bigint NOT NULL,
	CONSTRAINT "documents_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_drafts" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"author_id" bigint NOT NULL,
	"draft_name" text NOT NULL,
	"client_id" bigint,
	"title" text,
	"content" text,
	"category" text,
	"priority" text,
	"work_date" date,
	"start_time" text,
	"end_time" text,
	"research" text,
	"summary" text,
	"employee_signature" text,
	"client_signature_code" "bytea",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "note_drafts_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"storage_key" text NOT NULL,
	"original_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"uploaded_by" bigint NOT NULL,
	CONSTRAINT "stored_files_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "stored_files_key" UNIQUE("business_id","storage_key")
);
--> statement-breakpoint
CREATE TABLE "message_counts" (
	"business_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"inbox" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "message_counts_business_id_user_id_pk" PRIMARY KEY("business_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sender_id" bigint NOT NULL,
	"recipient_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone,
	"parent_message_id" bigint,
	"thread_id" bigint,
	"hidden_for_sender" boolean DEFAULT false NOT NULL,
	"hidden_for_recipient" boolean DEFAULT false NOT NULL,
	CONSTRAINT "messages_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_counts" (
	"business_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"status" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "note_counts_business_id_author_id_status_pk" PRIMARY KEY("business_id","author_id","status")
);
--> statement-breakpoint
CREATE TABLE "note_signatures" (
	"business_id" bigint NOT NULL,
	"note_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"employee_png" "bytea" NOT NULL,
	"client_png" "bytea" NOT NULL,
	CONSTRAINT "note_signatures_business_id_note_id_version_pk" PRIMARY KEY("business_id","note_id","version")
);
--> statement-breakpoint
CREATE TABLE "note_versions" (
	"business_id" bigint NOT NULL,
	"note_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"canonical" text NOT NULL,
	"digest" text NOT NULL,
	"audit_seq" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "note_versions_business_id_note_id_version_pk" PRIMARY KEY("business_id","note_id","version")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"client_name" text NOT NULL,
	"client_contact_name" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text NOT NULL,
	"category" text NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"author_id" bigint NOT NULL,
	"author_name" text NOT NULL,
	"author_department" text,
	"time_units_used" numeric(5, 2) DEFAULT '0' NOT NULL,
	"minutes" integer NOT NULL,
	"work_date" date NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"research" text NOT NULL,
	"summary" text NOT NULL,
	"employee_signed_at" timestamp (3) with time zone NOT NULL,
	"client_signed_at" timestamp (3) with time zone NOT NULL,
	"is_client_signed" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"reviewed_by" bigint,
	"reviewed_at" timestamp (3) with time zone,
	"review_comment" text,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" bigint,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notes_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "issued_passwords" (
	"business_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"sealed" "bytea" NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "issued_passwords_business_id_user_id_pk" PRIMARY KEY("business_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "usernames" (
	"name" text PRIMARY KEY NOT NULL,
	"business_id" bigint NOT NULL,
	"user_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"issued_password_at" timestamp (3) with time zone,
	"role" text DEFAULT 'employee' NOT NULL,
	"department" text,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"position" text,
	"bio" text,
	"skills" text[] DEFAULT '{}' NOT NULL,
	"experience" text,
	"emergency_contact" text,
	"emergency_phone" text,
	"address" text,
	"profile_picture" text,
	"hire_date" date,
	"email_on_review" boolean DEFAULT true NOT NULL,
	"email_on_message" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "profile_pictures" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" bigint NOT NULL,
	"file_id" bigint NOT NULL,
	CONSTRAINT "profile_pictures_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "profile_pictures_person" UNIQUE("business_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "business_resources" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"category" text DEFAULT 'other' NOT NULL,
	"access_level" text DEFAULT 'all' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"link_url" text,
	"file_id" bigint,
	"uploaded_by" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_resources_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_words" (
	"business_id" bigint NOT NULL,
	"note_id" bigint NOT NULL,
	"document" "tsvector" NOT NULL,
	CONSTRAINT "note_words_business_id_note_id_pk" PRIMARY KEY("business_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" bigserial NOT NULL,
	"business_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text NOT NULL,
	"user_agent" text,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempt" text NOT NULL,
	"plan_type" text NOT NULL,
	"status" text NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"secret" "bytea" NOT NULL,
	"anchor" timestamp (3) with time zone,
	"periods_over" integer DEFAULT 0 NOT NULL,
	"card_expires_at" timestamp (3) with time zone,
	"card_declines_later" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sandbox_subscriptions_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"business_id" bigint PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"attempt" text NOT NULL,
	"email" text NOT NULL,
	"plan_type" text NOT NULL,
	"status" text,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"turn_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "time_entries" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"employee_id" bigint NOT NULL,
	"note_id" bigint,
	"description" text NOT NULL,
	"time_units" numeric(8, 2) NOT NULL,
	"minutes" integer NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	CONSTRAINT "time_entries_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "client_units" (
	"business_id" bigint NOT NULL,
	"client_id" bigint NOT NULL,
	"total_time_units" numeric(8, 2) DEFAULT '0.00' NOT NULL,
	"used_time_units" numeric(8, 2) DEFAULT '0.00' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_units_business_id_client_id_pk" PRIMARY KEY("business_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "unit_ledger" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"delta" numeric(8, 2) NOT NULL,
	"balance_after" numeric(8, 2) NOT NULL,
	"note_id" bigint,
	"note_version" bigint,
	"reason" text,
	"actor_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "unit_ledger_business_id_id_pk" PRIMARY KEY("business_id","id")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"subject" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "attempts_subject_window_start_pk" PRIMARY KEY("subject","window_start")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"business_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" integer,
	"answer" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_business_id_user_id_key_pk" PRIMARY KEY("business_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "last_writes" (
	"business_id" bigint PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loose_files" (
	"business_id" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "loose_files_business_id_storage_key_pk" PRIMARY KEY("business_id","storage_key")
);
--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"business_id" bigint NOT NULL,
	"id" bigserial NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cause" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_error" text,
	"given_up_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_mails_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "outgoing_mails_cause" UNIQUE("business_id","cause")
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_creator" FOREIGN KEY ("business_id","created_by") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_assignments" ADD CONSTRAINT "client_assignments_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_assignments" ADD CONSTRAINT "client_assignments_employee" FOREIGN KEY ("business_id","employee_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_assignments" ADD CONSTRAINT "client_assignments_assigner" FOREIGN KEY ("business_id","assigned_by") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user" FOREIGN KEY ("business_id","user_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_secrets" ADD CONSTRAINT "two_step_secrets_user" FOREIGN KEY ("business_id","user_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_services" ADD CONSTRAINT "client_services_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_services" ADD CONSTRAINT "client_services_approver" FOREIGN KEY ("business_id","approved_by") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_failures" ADD CONSTRAINT "code_failures_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_failures" ADD CONSTRAINT "code_failures_person" FOREIGN KEY ("business_id","user_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file" FOREIGN KEY ("business_id","file_id") REFERENCES "public"."stored_files"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploader" FOREIGN KEY ("business_id","uploaded_by") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_drafts" ADD CONSTRAINT "note_drafts_author" FOREIGN KEY ("business_id","author_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_drafts" ADD CONSTRAINT "note_drafts_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_uploader" FOREIGN KEY ("business_id","uploaded_by") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_counts" ADD CONSTRAINT "message_counts_user" FOREIGN KEY ("business_id","user_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender" FOREIGN KEY ("business_id","sender_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient" FOREIGN KEY ("business_id","recipient_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_parent" FOREIGN KEY ("business_id","parent_message_id") REFERENCES "public"."messages"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread" FOREIGN KEY ("business_id","thread_id") REFERENCES "public"."messages"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_counts" ADD CONSTRAINT "note_counts_author" FOREIGN KEY ("business_id","author_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_signatures" ADD CONSTRAINT "note_signatures_note" FOREIGN KEY ("business_id","note_id") REFERENCES "public"."notes"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_versions" ADD CONSTRAINT "note_versions_note" FOREIGN KEY ("business_id","note_id") REFERENCES "public"."notes"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author" FOREIGN KEY ("business_id","author_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_reviewer" FOREIGN KEY ("business_id","reviewed_by") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_pictures" ADD CONSTRAINT "profile_pictures_user" FOREIGN KEY ("business_id","user_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_pictures" ADD CONSTRAINT "profile_pictures_file" FOREIGN KEY ("business_id","file_id") REFERENCES "public"."stored_files"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_resources" ADD CONSTRAINT "business_resources_file" FOREIGN KEY ("business_id","file_id") REFERENCES "public"."stored_files"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_resources" ADD CONSTRAINT "business_resources_uploader" FOREIGN KEY ("business_id","uploaded_by") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_words" ADD CONSTRAINT "note_words_note" FOREIGN KEY ("business_id","note_id") REFERENCES "public"."notes"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_employee" FOREIGN KEY ("business_id","employee_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_units" ADD CONSTRAINT "client_units_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_ledger" ADD CONSTRAINT "unit_ledger_client" FOREIGN KEY ("business_id","client_id") REFERENCES "public"."clients"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_ledger" ADD CONSTRAINT "unit_ledger_actor" FOREIGN KEY ("business_id","actor_id") REFERENCES "public"."users"("business_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("business_id","created_at","id") WHERE "announcements"."is_active";--> statement-breakpoint
CREATE INDEX "announcements_scheduled" ON "announcements" USING btree ("business_id","scheduled_date") WHERE "announcements"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "client_assignments_once" ON "client_assignments" USING btree ("business_id","employee_id","client_id");--> statement-breakpoint
CREATE INDEX "client_assignments_by_client" ON "client_assignments" USING btree ("business_id","client_id");--> statement-breakpoint
CREATE INDEX "audit_log_object" ON "audit_log" USING btree ("business_id","object","object_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("business_id","actor_id","seq");--> statement-breakpoint
CREATE INDEX "password_resets_person" ON "password_resets" USING btree ("business_id","user_id");--> statement-breakpoint
CREATE INDEX "business_claims_business" ON "business_claims" USING btree ("business_id");--> statement-breakpoint
CREATE UNIQUE INDEX "businesses_one_creator" ON "businesses" USING btree ("is_creator_business") WHERE is_creator_business;--> statement-breakpoint
CREATE UNIQUE INDEX "businesses_stripe_subscription" ON "businesses" USING btree ("stripe_subscription_id");--> statement-breakpoint
CREATE INDEX "businesses_subscription_look" ON "businesses" USING btree ("subscription_look_at");--> statement-breakpoint
CREATE INDEX "client_services_by_client" ON "client_services" USING btree ("business_id","client_id");--> statement-breakpoint
CREATE INDEX "clients_newest" ON "clients" USING btree ("business_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_by_client" ON "documents" USING btree ("business_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "note_drafts_newest" ON "note_drafts" USING btree ("business_id","author_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "messages_inbox" ON "messages" USING btree ("business_id","recipient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("business_id","sender_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_by_thread" ON "messages" USING btree ("business_id","thread_id","id");--> statement-breakpoint
CREATE INDEX "notes_newest" ON "notes" USING btree ("business_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_by_author" ON "notes" USING btree ("business_id","author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_by_status" ON "notes" USING btree ("business_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_by_client" ON "notes" USING btree ("business_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_approved" ON "notes" USING btree ("business_id","reviewed_at") WHERE "notes"."status" = 'resolved';--> statement-breakpoint
CREATE INDEX "issued_passwords_oldest" ON "issued_passwords" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("business_id","last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "business_resources_newest" ON "business_resources" USING btree ("business_id","created_at","id");--> statement-breakpoint
CREATE INDEX "note_words_found" ON "note_words" USING gin ("document") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("business_id","user_id");--> statement-breakpoint
CREATE INDEX "provider_events_oldest" ON "provider_events" USING btree ("taken_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_subscriptions_attempt" ON "sandbox_subscriptions" USING btree ("business_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "time_entries_note" ON "time_entries" USING btree ("business_id","note_id");--> statement-breakpoint
CREATE INDEX "time_entries_by_start" ON "time_entries" USING btree ("business_id","start_time","id");--> statement-breakpoint
CREATE INDEX "time_entries_by_employee" ON "time_entries" USING btree ("business_id","employee_id","start_time","id");--> statement-breakpoint
CREATE INDEX "unit_ledger_newest" ON "unit_ledger" USING btree ("business_id","client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_ledger_once" ON "unit_ledger" USING btree ("business_id","note_id","note_version","kind") WHERE note_id is not null;--> statement-breakpoint
CREATE INDEX "loose_files_oldest" ON "loose_files" USING btree ("since");--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("next_try_at");--> statement-breakpoint
CREATE VIEW "public"."own_note_words" AS (select business_id, note_id, document from note_words where coalesce(business_id = (select nullif(current_setting('app.business_id', true), '')::bigint), false));