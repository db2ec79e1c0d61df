ALTER TABLE "day_sheet_readers" RENAME TO "report_readers";--> statement-breakpoint
ALTER TABLE "report_readers" RENAME CONSTRAINT "day_sheet_readers_user_id_users_id_fk" TO "report_readers_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "report_readers" ADD COLUMN "report" text DEFAULT 'day-sheet' NOT NULL;--> statement-breakpoint
ALTER TABLE "report_readers" ALTER COLUMN "report" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "report_readers" DROP CONSTRAINT "day_sheet_readers_pkey";--> statement-breakpoint
ALTER TABLE "report_readers" ADD CONSTRAINT "report_readers_user_id_report_pk" PRIMARY KEY("user_id","report");--> statement-breakpoint
ALTER TABLE "report_readers" ADD CONSTRAINT "report_readers_report" CHECK ("report_readers"."report" in ('day-sheet', 'week-report'));
