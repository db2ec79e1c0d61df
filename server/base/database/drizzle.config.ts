import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './server/base/database/tables/**/*.ts',
  out: './server/base/database/migrations',
});
