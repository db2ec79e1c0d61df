import { ByIdSchema } from '../field-schemas.ts';
import { FollowSchema, LiveStreamSchema } from '../live.ts';
import { LoggedMailSchema, MailDetailsSchema, MailsSchema, SendMailSchema } from '../mail.ts';
import { MessagePreviewSchema, PreviewSchema } from '../message-preview.ts';
import {
  ChosenMessagesSchema,
  FindChoicesSchema,
  OpenedLinkSchema,
  OpenLinkSchema,
  SaveChoicesSchema,
} from '../messages.ts';
import { paged } from '../paged.ts';
import {
  FollowByPushSchema,
  FollowOwnByPushSchema,
  MovePushSchema,
  PushDeviceSchema,
  PushKeySchema,
  PushSubscriptionsSchema,
  StopPushSchema,
} from '../push.ts';
import { SmsReportSchema } from '../sms.ts';
import { doneOutput, mutation, NOTHING, query, subscription } from './call.ts';

export const liveCalls = {
  follow: subscription(FollowSchema, LiveStreamSchema),
};

export const pushCalls = {
  getKey: query(NOTHING, PushKeySchema),
  getDevice: query(PushDeviceSchema, PushSubscriptionsSchema),
  follow: mutation(FollowByPushSchema, doneOutput),
  followOwn: mutation(FollowOwnByPushSchema, doneOutput),
  move: mutation(MovePushSchema, doneOutput),
  stop: mutation(StopPushSchema, doneOutput),
};

export const messageCalls = {
  getChoices: query(FindChoicesSchema, ChosenMessagesSchema),
  saveChoices: mutation(SaveChoicesSchema, doneOutput),
  openLink: mutation(OpenLinkSchema, OpenedLinkSchema),
};

export const mailCalls = {
  send: mutation(SendMailSchema, doneOutput),
  getMails: query(MailsSchema, paged(LoggedMailSchema)),
  getMail: query(ByIdSchema, MailDetailsSchema),
  preview: query(PreviewSchema, MessagePreviewSchema),
  getSms: query(NOTHING, SmsReportSchema),
  resend: mutation(ByIdSchema, doneOutput),
};
