CREATE TABLE "ledger_currency" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "ledger_currency_one" CHECK (is_only)
);
