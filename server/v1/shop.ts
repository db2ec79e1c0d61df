import type { UpdateShipmentInfo } from '../../src/domain/shipment.ts';
import type { ShipmentText } from '../../src/domain/shipment-texts.ts';
import type { AddressParts } from '../../src/domain/shops/address.ts';
import type { CreateOwnShipment, OwnShipmentCreated } from '../../src/domain/shops/own-shipment.ts';
import type { V1Event, V1Label, V1Proof } from '../../src/domain/v1/shipments.ts';
import type { Executor } from '../base/database/client.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { DrawingCall, DrawnFile } from '../labels/draw-print-file.ts';
import type { findByReferences } from '../shops/store/own-shipments.ts';
import type { ListedShipment, ShopFilter, ShopShipmentRow } from './store/shop-shipments.ts';

export interface Shop {
  id: string;
  shipments: ShopShipments;
}

type ChangedText = ShipmentText | 'description' | `receiver${'Name' | 'Email' | 'Phone' | 'Country'}` | 'shipTo';

export type ShopChanges = Partial<Pick<UpdateShipmentInfo, ChangedText | 'cod'>> & { address?: AddressParts };

export interface ShopShipments {
  isTest: boolean;
  list(executor: Executor, shopId: string, filter: ShopFilter, limit: number): Promise<ListedShipment[]>;
  find(executor: Executor, shopId: string, id: string): Promise<ShopShipmentRow | null>;
  findByReferences: typeof findByReferences;
  listEvents(executor: Executor, shopId: string, id: string): Promise<V1Event[]>;
  listProofs(services: Services, id: string): Promise<V1Proof[]>;
  drawLabel(services: Services, call: DrawingCall, row: ShopShipmentRow, style: V1Label): Promise<DrawnFile>;
  /** @throws as createOwnShipment */
  create(unit: UnitOfWork, shopId: string, input: CreateOwnShipment): Promise<OwnShipmentCreated>;
  /** @throws NOT_FOUND, CONFLICT, field error; too-late. */
  change(unit: UnitOfWork, shopId: string, row: ShopShipmentRow, changes: ShopChanges): Promise<void>;
  /** @throws NOT_FOUND; too-late. */
  cancel(unit: UnitOfWork, shopId: string, id: string): Promise<void>;
}
