import { shipperCalls } from '../../src/domain/calls/shop.ts';
import { getAskedAddresses } from '../choices/asked-addresses.ts';
import { changeOwn, readOwn, readOwnWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getChangedOrders } from '../orders/changed-orders.ts';
import { confirmDrafts } from '../orders/confirm-drafts.ts';
import { getDraft, getDrafts, getUnprinted, removeDrafts, saveDraft, sendAnyway } from '../orders/manage-drafts.ts';
import { getOwnPickups } from '../pickups/list-pickups.ts';
import { cancelPickup, changePickup, createPickup } from '../pickups/manage-pickups.ts';
import { savePickupDays } from '../pickups/regular-days.ts';
import { getPrices, getQuote } from '../prices/quote.ts';
import { decideReturn, getReturns, saveReturns } from '../returns/ask-return.ts';
import { createOwnReturn } from '../returns/create-return.ts';
import { findReceivers } from '../shipments/find-contacts.ts';
import { getUndecided } from '../tracking/read-next-step.ts';
import { answerChange } from '../v1/answer-change.ts';
import { cancelOwnShipment } from './cancel-own-shipment.ts';
import { createOwnShipment, getSender } from './create-own-shipment.ts';
import { saveMapping, saveSender } from './settings.ts';

export const shipperRouter = router({
  getQuote: roleProcedure(shipperCalls.getQuote).query(readOwnWith(getQuote)),

  getPrices: roleProcedure(shipperCalls.getPrices).query(readOwn(getPrices)),

  createShipment: roleMutation(shipperCalls.createShipment).mutation(changeOwn(createOwnShipment)),

  cancelShipment: roleMutation(shipperCalls.cancelShipment).mutation(changeOwn(cancelOwnShipment)),

  findReceivers: roleProcedure(shipperCalls.findReceivers).query(readOwnWith(findReceivers)),

  getSender: roleProcedure(shipperCalls.getSender).query(readOwn(getSender)),

  saveSender: roleMutation(shipperCalls.saveSender).mutation(changeOwn(saveSender)),

  getDrafts: roleProcedure(shipperCalls.getDrafts).query(readOwnWith(getDrafts)),

  getDraft: roleProcedure(shipperCalls.getDraft).query(readOwnWith(getDraft)),

  saveDraft: roleMutation(shipperCalls.saveDraft).mutation(changeOwn(saveDraft)),

  deleteDrafts: roleMutation(shipperCalls.deleteDrafts).mutation(changeOwn(removeDrafts)),

  takeDrafts: roleMutation(shipperCalls.takeDrafts).mutation(changeOwn(sendAnyway)),

  confirmDrafts: roleMutation(shipperCalls.confirmDrafts).mutation(changeOwn(confirmDrafts)),

  getChangedOrders: roleProcedure(shipperCalls.getChangedOrders).query(async ({ ctx }) => ({
    data: await getChangedOrders(ctx.services.db, ctx.signedIn.user.id),
  })),

  answerChange: roleMutation(shipperCalls.answerChange).mutation(changeOwn(answerChange)),

  getUnprinted: roleProcedure(shipperCalls.getUnprinted).query(readOwn(getUnprinted)),

  saveMapping: roleMutation(shipperCalls.saveMapping).mutation(changeOwn(saveMapping)),

  createReturn: roleMutation(shipperCalls.createReturn).mutation(changeOwn(createOwnReturn)),

  getAskedAddresses: roleProcedure(shipperCalls.getAskedAddresses).query(({ ctx }) =>
    getAskedAddresses(ctx.services, ctx.signedIn.user.id),
  ),

  getUndecided: roleProcedure(shipperCalls.getUndecided).query(({ ctx }) =>
    getUndecided(ctx.services, ctx.signedIn.user.id),
  ),

  getReturns: roleProcedure(shipperCalls.getReturns).query(readOwn(getReturns)),

  saveReturns: roleMutation(shipperCalls.saveReturns).mutation(changeOwn(saveReturns)),

  decideReturn: roleMutation(shipperCalls.decideReturn).mutation(changeOwn(decideReturn)),

  getPickups: roleProcedure(shipperCalls.getPickups).query(readOwnWith(getOwnPickups)),

  createPickup: roleMutation(shipperCalls.createPickup).mutation(changeOwn(createPickup)),

  changePickup: roleMutation(shipperCalls.changePickup).mutation(changeOwn(changePickup)),

  savePickupDays: roleMutation(shipperCalls.savePickupDays).mutation(changeOwn(savePickupDays)),

  cancelPickup: roleMutation(shipperCalls.cancelPickup).mutation(changeOwn(cancelPickup)),
});
