CREATE TABLE "claim_files" (
	"business_id" bigint,
	"claim_batch_id" bigint,
	"csv" text NOT NULL,
	CONSTRAINT "claim_files_business_id_claim_batch_id_pk" PRIMARY KEY("business_id","claim_batch_id")
);
--> statement-breakpoint
ALTER TABLE "claim_files" ADD CONSTRAINT "claim_files_batch" FOREIGN KEY ("business_id","claim_batch_id") REFERENCES "claim_batches"("business_id","id");