import * as v from 'valibot';
import { SetCourierLimitsSchema } from '../courier-limits.ts';
import {
  FactorCodeSchema,
  FactorsSchema,
  LoginWithCodeSchema,
  NewAuthenticatorSchema,
  PasswordProofSchema,
  ProofMethodsSchema,
  RecoveryCodesSchema,
} from '../factor.ts';
import { ByIdSchema } from '../field-schemas.ts';
import {
  EmailConfirmedSchema,
  NotMeLinkSchema,
  OwnAccountSchema,
  RequestDeletionSchema,
  RequestEmailChangeSchema,
  SecuredSchema,
  SessionsEndedSchema,
} from '../own-account.ts';
import { ManagedUsersSchema, paged } from '../paged.ts';
import {
  NewPasskeySchema,
  PasskeyCreationSchema,
  PasskeyRequestSchema,
  PasskeyResponseSchema,
  RenamePasskeySchema,
} from '../passkey.ts';
import { NotificationPreferencesSchema } from '../push.ts';
import {
  ForgotPasswordSchema,
  LinkCheckedSchema,
  LinkSchema,
  LoginSchema,
  LogoutByHashSchema,
  PasswordSetSchema,
  ResetPasswordSchema,
  SessionSchema,
  SessionTokenSchema,
  VerificationRequestedSchema,
  VerifiedSchema,
  VerifySchema,
} from '../session.ts';
import {
  InvitedSchema,
  InviteUserSchema,
  ManagedUserSchema,
  ProfileSchema,
  RegisterSchema,
  SetRolesSchema,
  UpdatePasswordSchema,
  UpdateProfileSchema,
  UserSummarySchema,
} from '../user.ts';
import { ProgramsOfUserSchema } from '../webhook.ts';
import { doneOutput, mutation, NOTHING, query } from './call.ts';

export const userAdminCalls = {
  getUsers: query(ManagedUsersSchema, paged(UserSummarySchema)),
  getUser: query(ByIdSchema, ManagedUserSchema),
  verifyUser: mutation(ByIdSchema, doneOutput),
  deleteUser: mutation(ByIdSchema, doneOutput),
  setRoles: mutation(SetRolesSchema, doneOutput),
  setCourierLimits: mutation(SetCourierLimitsSchema, doneOutput),
  inviteUser: mutation(InviteUserSchema, InvitedSchema),
  deactivateUser: mutation(ByIdSchema, doneOutput),
  reactivateUser: mutation(ByIdSchema, doneOutput),
  endSessions: mutation(ByIdSchema, doneOutput),
  getPrograms: query(ByIdSchema, ProgramsOfUserSchema),
  endPrograms: mutation(ByIdSchema, doneOutput),
  resetFactors: mutation(ByIdSchema, doneOutput),
  cancelFactorReset: mutation(ByIdSchema, doneOutput),
};

export const userCalls = {
  updateProfile: mutation(UpdateProfileSchema, doneOutput),
  updatePassword: mutation(UpdatePasswordSchema, doneOutput),
  getNotifications: query(NOTHING, NotificationPreferencesSchema),
  updateNotifications: mutation(NotificationPreferencesSchema, doneOutput),
  getSessions: query(NOTHING, v.array(SessionSchema)),
  endSession: mutation(ByIdSchema, doneOutput),
  endOtherSessions: mutation(NOTHING, SessionsEndedSchema),
};

export const ownAccountCalls = {
  get: query(NOTHING, OwnAccountSchema),
  requestEmailChange: mutation(RequestEmailChangeSchema, doneOutput),
  cancelEmailChange: mutation(NOTHING, doneOutput),
  requestExport: mutation(NOTHING, doneOutput),
  requestDeletion: mutation(RequestDeletionSchema, doneOutput),
  keep: mutation(NOTHING, doneOutput),
};

export const factorCalls = {
  getFactors: query(NOTHING, FactorsSchema),
  startPasskey: mutation(NOTHING, PasskeyCreationSchema),
  addPasskey: mutation(NewPasskeySchema, RecoveryCodesSchema),
  renamePasskey: mutation(RenamePasskeySchema, doneOutput),
  removePasskey: mutation(ByIdSchema, doneOutput),
  startAuthenticator: mutation(NOTHING, NewAuthenticatorSchema),
  confirmAuthenticator: mutation(FactorCodeSchema, RecoveryCodesSchema),
  removeAuthenticator: mutation(NOTHING, doneOutput),
  replaceRecoveryCodes: mutation(NOTHING, RecoveryCodesSchema),
  cancelReset: mutation(NOTHING, doneOutput),
};

export const authCalls = {
  register: mutation(RegisterSchema, doneOutput),
  login: mutation(LoginSchema, SessionTokenSchema),
  startPasskey: mutation(NOTHING, PasskeyRequestSchema),
  loginWithPasskey: mutation(PasskeyResponseSchema, SessionTokenSchema),
  loginWithCode: mutation(LoginWithCodeSchema, SessionTokenSchema),
  startProof: mutation(NOTHING, ProofMethodsSchema),
  proveWithPasskey: mutation(PasskeyResponseSchema, doneOutput),
  proveWithCode: mutation(FactorCodeSchema, doneOutput),
  proveWithPassword: mutation(PasswordProofSchema, doneOutput),
  logout: mutation(NOTHING, doneOutput),
  logoutByHash: mutation(LogoutByHashSchema, doneOutput),
  profile: query(NOTHING, ProfileSchema),
  requestVerification: mutation(NOTHING, VerificationRequestedSchema),
  verify: mutation(VerifySchema, VerifiedSchema),
  forgotPassword: mutation(ForgotPasswordSchema, doneOutput),
  checkResetLink: mutation(LinkSchema, LinkCheckedSchema),
  resetPassword: mutation(ResetPasswordSchema, PasswordSetSchema),
  confirmEmail: mutation(VerifySchema, EmailConfirmedSchema),
  checkNotMeLink: mutation(LinkSchema, NotMeLinkSchema),
  secureAccount: mutation(LinkSchema, SecuredSchema),
};
