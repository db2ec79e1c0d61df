CREATE TABLE "day_sheet_readers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"done_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "day_sheet_readers" ADD CONSTRAINT "day_sheet_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;