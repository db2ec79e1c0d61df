import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { SelectedIdsSchema } from '../../src/domain/bulk.ts';
import { ByIdSchema, strictInput } from '../../src/domain/field-schemas.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { ManagedPageSearchSchema } from '../../src/domain/paged.ts';
import { maySetFee } from '../../src/domain/roles.ts';
import { EXPORT_HEADERS, FIELD_COLUMNS, OUTCOME_HEADERS } from '../../src/domain/shipment-file.ts';
import { FileNameSchema, IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from '../../src/domain/shipment-import.ts';
import { FILE_ENCODINGS, FILE_TOO_LARGE, MAX_FILE_BYTES } from '../../src/domain/shops/draft-file.ts';
import { ShipmentMappingSchema, WrittenMappingSchema } from '../../src/domain/shops/shipment-mapping.ts';
import type { User } from '../../src/domain/user.ts';
import { UserError } from '../base/errors/errors.ts';
import { sendCsv } from '../base/http/send-csv.ts';
import { parseInput } from '../base/limits/assert-input.ts';
import { inTurn, SHARED_QUEUES } from '../base/limits/shared-queues.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { serveFile, setProcedureErrorHandler, withBody } from '../gate/http-guards.ts';
import type { ShipmentFilter } from '../shipments/store/shipment-filter.ts';
import { checkShipmentFile, readShipmentFile } from './check-shipment-file.ts';
import { readExportLines } from './export-shipments.ts';
import { getImportReport } from './get-import.ts';
import { importDrafts, readDraftFile } from './import-drafts.ts';

const FileSchema = strictInput({
  ...FileNameSchema.entries,
  encoding: v.optional(v.picklist(FILE_ENCODINGS, 'Choose an encoding from the list.')),
});

/** `read`: a file that leaves something unclear is only read, to ask. */
const ShipmentFileSchema = strictInput({
  ...FileSchema.entries,
  step: v.optional(v.literal('read', 'Step must be read.')),
  mapping: v.optional(WrittenMappingSchema),
});

const DraftFileSchema = strictInput({
  ...FileSchema.entries,
  step: v.picklist(['read', 'save'], 'Step must be read or save.'),
});

const FilterSchema = v.omit(ManagedPageSearchSchema, ['page']);

const LONG_BYTES = 200_000;

/** Takes in a file of rows, which is checked in its turn, and says what came of it. */
async function receiveCsv(
  { images }: Services,
  { req, res }: { req: FastifyRequest; res: FastifyReply },
  limit: { maxBytes: number; tooLarge: string },
  check: (bytes: Buffer) => Promise<object>,
): Promise<FastifyReply> {
  if (!(req.body instanceof Readable)) throw new UserError('BAD_REQUEST', 'Send the file as text/csv.');
  const result = await withBody(req, req.body, { directory: images.unfinished, ...limit }, async ({ file }) => {
    const { size } = await stat(file);
    const place = { size, isLong: size > LONG_BYTES };
    return inTurn(SHARED_QUEUES.fileChecks, async () => check(await readFile(file)), place);
  });
  return res.header('cache-control', 'no-store').send(result);
}

export async function serveShipmentFiles(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    // Authorization comes first, and the body has its own limit.
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));

    const exported = { access: 'files.exportShipments', limits: ['export'], proof: 'recent' } as const;
    scope.get(filePaths.shipmentsFile(), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, exported, async ({ user }) => {
        return sendShipments(res, services, user, parseInput(FilterSchema, req.query));
      }),
    );

    // The ids are too long for an address.
    scope.post(filePaths.shipmentsFile(), (req, res) =>
      serveFile(services, { req, res }, { ...exported, isWrite: false }, async ({ user }) => {
        return sendShipments(res, services, user, parseInput(SelectedIdsSchema, req.body));
      }),
    );

    scope.post(filePaths.shipmentImports(), (req, res) =>
      serveFile(services, { req, res }, { access: 'files.importShipments' }, async ({ user }) => {
        const { id: userId } = user;
        const { step, mapping: written, ...named } = parseInput(ShipmentFileSchema, req.query);
        const mapping = written === undefined ? undefined : parseInput(ShipmentMappingSchema, written);
        const order = { services, actor: { id: userId }, procedure: 'shipmentImport' as const, requestId: req.id };
        const limit = { maxBytes: MAX_IMPORT_BYTES, tooLarge: IMPORT_TOO_LARGE };
        return receiveCsv(services, { req, res }, limit, async (bytes) => {
          const file = { ...named, bytes, userId, setsFee: maySetFee(user), mapping };
          const reading = step === 'read' ? await readShipmentFile(services, file) : null;
          return reading ?? inUnitOfWork(order, (unit) => checkShipmentFile(unit, file));
        });
      }),
    );

    scope.post(filePaths.draftFile(), (req, res) =>
      serveFile(services, { req, res }, { access: 'files.importDrafts' }, async ({ user: { id: userId } }) => {
        const { step, ...named } = parseInput(DraftFileSchema, req.query);
        const procedure = 'shipper.importDrafts';
        const order = { services, actor: { id: userId }, procedure, requestId: req.id } as const;
        const limit = { maxBytes: MAX_FILE_BYTES, tooLarge: FILE_TOO_LARGE };
        return receiveCsv(services, { req, res }, limit, async (bytes) => {
          const file = { ...named, bytes, userId };
          return step === 'read'
            ? readDraftFile(services, file)
            : inUnitOfWork(order, (unit) => importDrafts(unit, file));
        });
      }),
    );

    scope.get(filePaths.importReport(':id'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, { access: 'files.getImportReport', limits: ['export'] }, async ({ user }) => {
        const { headers, rows } = await getImportReport(services.db, parseInput(ByIdSchema, req.params));
        return sendCsv(res, { name: 'import-report.csv', headers, style: user.csvStyle }, rows);
      }),
    );
  });
}

function sendShipments(
  reply: FastifyReply,
  { db, environment }: Services,
  { csvStyle: style }: User,
  filter: ShipmentFilter,
) {
  const headers = [...EXPORT_HEADERS, ...FIELD_COLUMNS.map(({ head }) => head), ...OUTCOME_HEADERS];
  const lines = readExportLines(db, filter, { columns: FIELD_COLUMNS, timeZone: environment.TIME_ZONE, style });
  return sendCsv(reply, { name: 'shipments.csv', headers, style }, lines);
}
