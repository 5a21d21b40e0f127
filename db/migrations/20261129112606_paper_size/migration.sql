ALTER TABLE "businesses" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "paper_size" text DEFAULT 'letter' NOT NULL;--> statement-breakpoint
-- Existing businesses get the paper of their country, as new ones do: Letter in Canada, Mexico and the United States.
UPDATE "businesses" SET "paper_size" = 'a4' WHERE "time_zone" !~ '^(US|Canada|Mexico)/' AND "time_zone" NOT IN (
  'America/Adak', 'America/Anchorage', 'America/Atikokan', 'America/Bahia_Banderas', 'America/Blanc-Sablon',
  'America/Boise', 'America/Cambridge_Bay', 'America/Cancun', 'America/Chicago', 'America/Chihuahua',
  'America/Ciudad_Juarez', 'America/Coral_Harbour', 'America/Creston', 'America/Dawson', 'America/Dawson_Creek',
  'America/Denver', 'America/Detroit', 'America/Edmonton', 'America/Ensenada', 'America/Fort_Nelson',
  'America/Fort_Wayne', 'America/Glace_Bay', 'America/Goose_Bay', 'America/Halifax', 'America/Hermosillo',
  'America/Indiana/Indianapolis', 'America/Indiana/Knox', 'America/Indiana/Marengo', 'America/Indiana/Petersburg',
  'America/Indiana/Tell_City', 'America/Indiana/Vevay', 'America/Indiana/Vincennes', 'America/Indiana/Winamac',
  'America/Indianapolis', 'America/Inuvik', 'America/Iqaluit', 'America/Juneau', 'America/Kentucky/Louisville',
  'America/Kentucky/Monticello', 'America/Knox_IN', 'America/Los_Angeles', 'America/Louisville', 'America/Matamoros',
  'America/Mazatlan', 'America/Menominee', 'America/Merida', 'America/Metlakatla', 'America/Mexico_City',
  'America/Moncton', 'America/Monterrey', 'America/Montreal', 'America/New_York', 'America/Nipigon', 'America/Nome',
  'America/North_Dakota/Beulah', 'America/North_Dakota/Center', 'America/North_Dakota/New_Salem', 'America/Ojinaga',
  'America/Pangnirtung', 'America/Phoenix', 'America/Puerto_Rico', 'America/Rainy_River', 'America/Rankin_Inlet',
  'America/Regina', 'America/Resolute', 'America/Santa_Isabel', 'America/Shiprock', 'America/Sitka',
  'America/St_Johns', 'America/St_Thomas', 'America/Swift_Current', 'America/Thunder_Bay', 'America/Tijuana',
  'America/Toronto', 'America/Vancouver', 'America/Virgin', 'America/Whitehorse', 'America/Winnipeg',
  'America/Yakutat', 'America/Yellowknife', 'Navajo', 'Pacific/Guam', 'Pacific/Honolulu', 'Pacific/Johnston',
  'Pacific/Pago_Pago', 'Pacific/Saipan', 'Pacific/Samoa'
);
