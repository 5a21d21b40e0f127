DROP INDEX "client_services_by_payer";--> statement-breakpoint
CREATE INDEX "client_services_by_payer" ON "client_services" ("business_id","payer_id") WHERE payer_id is not null;