# One target per service, and `tools` for migrations, the operator's commands and the test of an installation. `npm run images` builds them all.
# A target holds Node and exactly the files that its entry point reaches (scripts/images/contents.ts): no compiler, no development packages.
ARG NODE_IMAGE=node:24-bookworm-slim
# The gateway's image of the previous release: its assets are served too, so that a page that is open during an upgrade keeps working.
ARG PREVIOUS_GATEWAY=${NODE_IMAGE}

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the workspace: the base image is the Node.
RUN --mount=type=cache,target=/root/.npm npm ci --workspaces=false --loglevel=error

# For .devcontainer, with the Node of the images. Servers, ffmpeg and browsers come by themselves; a user of its own may install what they need.
FROM ${NODE_IMAGE} AS development
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates curl git iproute2 openssh-client procps python3 python3-pip sudo \
  && echo 'node ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/node
USER node

FROM dependencies AS build
COPY proto proto
COPY services services
COPY web web
COPY tsconfig.json ./
COPY scripts scripts
RUN node --disable-warning=ExperimentalWarning scripts/images/assemble.ts /out

# The official media worker where its release page can be reached, else the one built from mediasoup's own sources, with the libraries it loads.
FROM dependencies AS media-worker
COPY scripts/bootstrap scripts/bootstrap
COPY scripts/servers scripts/servers
COPY scripts/media-worker scripts/media-worker
COPY scripts/images/media-worker.ts scripts/images/
# The cache may outlive this machine's packages, so the libraries are kept beside the worker.
ENV CACHE_DIR=/cache LD_LIBRARY_PATH=/cache/lib
RUN --mount=type=cache,target=/cache node scripts/media-worker/main.ts && node scripts/images/media-worker.ts /out

# ffmpeg with the libraries that the base image lacks, for what records calls (sfu) and makes films of them (doorbell).
FROM dependencies AS ffmpeg
COPY scripts/bootstrap scripts/bootstrap
COPY scripts/servers scripts/servers
COPY scripts/images/ffmpeg.ts scripts/images/
RUN --mount=type=cache,target=/cache CACHE_DIR=/cache node scripts/images/ffmpeg.ts /out && /out/ffmpeg -version && /out/ffprobe -version

FROM ${PREVIOUS_GATEWAY} AS previous
USER root
RUN mkdir -p /app/web/dist/assets

FROM ${NODE_IMAGE} AS runtime
WORKDIR /app
# HTTP_PORT is the port of probes and metrics, PORT the gateway's.
ENV NODE_ENV=production HOST=0.0.0.0 HTTP_PORT=8080 PORT=5000
USER 10001:10001
EXPOSE 8080
# Each check starts Node, and on a small host all services start at once.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s CMD ["node", "services/kit/src/probe.ts", "healthz", "8080"]
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}" org.opencontainers.image.vendor="Digital Doorbell"
# For the metric doorbell_build_info, and for traces.
ENV BUILD_VERSION="${VERSION}" BUILD_REVISION="${REVISION}"

FROM runtime AS gateway
LABEL org.opencontainers.image.title="Digital Doorbell gateway" org.opencontainers.image.description="The gateway service of Digital Doorbell"
COPY --from=build /out/gateway/node_modules node_modules
COPY --from=build /out/gateway/app ./
COPY --from=previous /app/web/dist/assets web/previous/assets
# As scripts/start/environment.ts: the memory of an attack is given back.
ENV MALLOC_ARENA_MAX=2
EXPOSE 5000
CMD ["node", "services/gateway/dist/main.js"]

FROM runtime AS auth
LABEL org.opencontainers.image.title="Digital Doorbell auth" org.opencontainers.image.description="The auth service of Digital Doorbell"
COPY --from=build /out/auth/node_modules node_modules
COPY --from=build /out/auth/app ./
CMD ["node", "services/auth/dist/main.js"]

FROM runtime AS doorbell
LABEL org.opencontainers.image.title="Digital Doorbell doorbell" org.opencontainers.image.description="The doorbell service of Digital Doorbell"
COPY --from=build /out/doorbell/node_modules node_modules
COPY --from=build /out/doorbell/app ./
COPY --from=ffmpeg /out ffmpeg
ENV FFMPEG_BIN=/app/ffmpeg/ffmpeg FFPROBE_BIN=/app/ffmpeg/ffprobe
CMD ["node", "services/doorbell/dist/main.js"]

FROM runtime AS billing
LABEL org.opencontainers.image.title="Digital Doorbell billing" org.opencontainers.image.description="The billing service of Digital Doorbell"
COPY --from=build /out/billing/node_modules node_modules
COPY --from=build /out/billing/app ./
CMD ["node", "services/billing/dist/main.js"]

FROM runtime AS security
LABEL org.opencontainers.image.title="Digital Doorbell security" org.opencontainers.image.description="The security service of Digital Doorbell"
COPY --from=build /out/security/node_modules node_modules
COPY --from=build /out/security/app ./
CMD ["node", "services/security/dist/main.js"]

FROM runtime AS notify
LABEL org.opencontainers.image.title="Digital Doorbell notify" org.opencontainers.image.description="The notify service of Digital Doorbell"
COPY --from=build /out/notify/node_modules node_modules
COPY --from=build /out/notify/app ./
CMD ["node", "services/notify/dist/main.js"]

FROM runtime AS signaling
LABEL org.opencontainers.image.title="Digital Doorbell signaling" org.opencontainers.image.description="The signaling service of Digital Doorbell"
COPY --from=build /out/signaling/node_modules node_modules
COPY --from=build /out/signaling/app ./
CMD ["node", "services/signaling/dist/main.js"]

FROM runtime AS sfu
LABEL org.opencontainers.image.title="Digital Doorbell sfu" org.opencontainers.image.description="The sfu service of Digital Doorbell"
COPY --from=build /out/sfu/node_modules node_modules
COPY --from=build /out/sfu/app ./
COPY --from=media-worker /out media-worker
COPY --from=ffmpeg /out ffmpeg
ENV FFMPEG_BIN=/app/ffmpeg/ffmpeg MEDIASOUP_WORKER_BIN=/app/media-worker/mediasoup-worker LD_LIBRARY_PATH=/app/media-worker/lib
RUN node --input-type=module --eval "const worker = await (await import('mediasoup')).createWorker({ workerBin: process.env.MEDIASOUP_WORKER_BIN }); worker.close()"
CMD ["node", "services/sfu/dist/main.js"]

# Not a service: it runs one command and ends.
FROM runtime AS tools
LABEL org.opencontainers.image.title="Digital Doorbell tools" org.opencontainers.image.description="Migrations, operator's commands and installation test of Digital Doorbell"
HEALTHCHECK NONE
COPY --from=build /out/tools/node_modules node_modules
COPY --from=build /out/tools/app ./
ENTRYPOINT ["node"]
CMD ["scripts/installation-test/main.ts"]
