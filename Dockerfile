# docker build --tag waybill .
# Nobody could run it where it was written: there is no Docker there. Its commands were tried one by one.
FROM node:24-slim AS release
WORKDIR /source
COPY . .
RUN npm ci --omit=dev && npm run release
# The image has Node already.
RUN mkdir /waybill && tar -xzf release/waybill-*.tgz --strip-components=1 -C /waybill \
  && rm -r /waybill/node_modules/node /waybill/node_modules/.bin

FROM node:24-slim
COPY --from=release /waybill /opt/waybill
RUN mkdir /data /backups && chown node: /data /backups
WORKDIR /opt/waybill
USER node
# The root file system may be read-only: it writes into DATA_DIR, BACKUP_DIR and /tmp.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data BACKUP_DIR=/backups NODE_COMPILE_CACHE=/tmp/compiled
VOLUME ["/data", "/backups"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/start.js"]
